import type { Oracle } from './oracle'

export const neverAgain: Oracle = {
  name: 'invariant 3: a wiped backend never becomes a new repository',
  watch: (world) => ({
    atEnd: () => {
      const created = world.backends.acts.filter(({ _tag }) => _tag === 'Created')
      if (created.length > 1)
        world.violate(neverAgain.name, `${created.length} repositories were created on one backend`)
    },
  }),
}
