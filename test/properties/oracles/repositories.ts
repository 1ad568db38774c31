import type { KubeObject } from '../../../api/kubernetes/object'
import type { Oracle } from './oracle'

/** Once a repository was known by its unique id, no other one is made in its place. */
export const neverAgain: Oracle = {
  name: 'invariant 3: a wiped backend never becomes a new repository',
  watch: (world) => {
    const known: { at?: number } = {}
    world.history.onChange(({ object, at }) => {
      if (object.kind === 'Repository' && uniqueIdOf(object) !== undefined) known.at ??= at
    })
    return {
      atEnd: () => {
        const again = world.backends.acts.filter(({ _tag, at }) => _tag === 'Created' && at > (known.at ?? Infinity))
        if (again.length > 0) world.violate(neverAgain.name, 'a repository was created where another one was known')
      },
    }
  },
}

const uniqueIdOf = ({ status }: KubeObject): string | undefined =>
  (status as { uniqueId?: string } | undefined)?.uniqueId
