import type { Repository } from '../kinds/repository'
import type { Change, KindRules } from './kind-rules'
import { given, type Problems } from './problem'
import { repositoryNotServed } from './rules/not-served'
import { identityChanged, keepsHistories } from './rules/repository/fork'
import { sameFormat } from './rules/repository/format'
import type { Owner } from './rules/repository/owner'
import { validServer } from './rules/repository/server'
import { repositoryJitters, repositoryWarnings, validRepository } from './rules/repository/spec'

export const repositoryRules: KindRules<Repository> = {
  shared: (object) => [
    ...validRepository(owner(object)),
    ...given(object.spec.server, (server) => validServer(server, undefined, object.spec.mode === 'ReadOnly')),
  ],
  admission: (change) => repositoryAdmission(change, owner),
  warnings: ({ object, old }) => [
    ...repositoryWarnings(owner(object)),
    ...identityWarning(owner(object), old && owner(old)),
    ...repositoryNotServed(object.spec),
  ],
}

const owner = ({ metadata, spec }: Repository): Owner => ({
  kind: 'Repository',
  name: metadata.name,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  spec,
})

/** What may not change, and limits that stored objects are spared. */
export const repositoryAdmission = <A extends Pick<Repository, 'metadata'>>(
  { object, old, surroundings }: Change<A>,
  toOwner: (object: A) => Owner,
): Problems => [
  ...repositoryJitters(toOwner(object)),
  ...given(old, (before) => [
    ...sameFormat(toOwner(object).spec.create, toOwner(before).spec.create),
    ...(identityChanged(toOwner(object).spec.identityDefaults, toOwner(before).spec.identityDefaults)
      ? keepsHistories(toOwner(object), toOwner(before), {
          metadata: object.metadata,
          policies: surroundings.policies?.() ?? [],
        })
      : []),
  ]),
]

export const identityWarning = (now: Owner, old: Owner | undefined): ReadonlyArray<string> =>
  old !== undefined && identityChanged(now.spec.identityDefaults, old.spec.identityDefaults)
    ? ['spec.identityDefaults: policies that take their identity from here start a new history']
    : []
