import { snapshotPolicy } from '../kinds/snapshot-policy'
import type { Snapshot } from '../kinds/snapshot'
import { Label } from '../names/labels'
import type { Change, KindRules } from './kind-rules'
import { given, isBlank, refuse, refuseIf, type Problems } from './problem'
import { validFailurePolicy } from './rules/failure-policy'
import { BACKUP_INHERITANCE, validMover } from './rules/mover'
import { repositoriesOf } from './rules/policy/repositories'
import { repositoryKey, validName, validRepositoryRef } from './rules/reference'
import { mayUse } from './rules/tenancy'

export const snapshotRules: KindRules<Snapshot> = {
  shared: ({ spec }) => [
    ...given(spec.policyRef, (ref) => validName(ref, 'spec.policyRef')),
    ...given(spec.repository, (ref) => validRepositoryRef(ref, 'spec.repository')),
    ...given(spec.failurePolicy, (policy) => validFailurePolicy(policy, 'spec.failurePolicy')),
    ...given(spec.mover, (mover) => validMover(mover, 'spec.mover', BACKUP_INHERITANCE)),
  ],
  admission: (change) => [
    ...validOrigin(change.object),
    ...validTags(change.object.spec.tags ?? {}),
    ...fitsPolicy(change),
    ...given(change.object.spec.repository, (ref) =>
      mayUse(ref, change.object.metadata.namespace ?? '', 'spec.repository', change.surroundings),
    ),
  ],
  warnings: () => [],
}

const NOT_OURS = ['discovered', 'adopted', 'replicated']

/** What the object was born as: nobody deletes kopia data through a row that was only found. */
const validOrigin = ({ metadata, spec, status }: Snapshot): Problems => {
  const origin = status?.origin ?? metadata.labels?.[Label.origin] ?? ''
  return [
    ...refuseIf(
      origin === 'discovered' && spec.deletionPolicy !== undefined && spec.deletionPolicy !== 'Retain',
      'spec.deletionPolicy',
      'must be Retain for a discovered snapshot: it was not made here',
    ),
    ...refuseIf(
      NOT_OURS.includes(origin) && spec.onScheduleDelete !== undefined,
      'spec.onScheduleDelete',
      `must be left out: no schedule made this ${origin} snapshot`,
    ),
  ]
}

const MOST_TAGS = 10
const bytes = (text: string): number => new TextEncoder().encode(text).length

const validTags = (tags: { readonly [key: string]: string }): Problems => [
  ...refuseIf(Object.keys(tags).length > MOST_TAGS, 'spec.tags', `must hold at most ${MOST_TAGS} tags`),
  ...Object.entries(tags).flatMap(([key, value]) => {
    const field = `spec.tags[${JSON.stringify(key)}]`
    return [
      ...refuseIf(isBlank(key), field, 'must have a name'),
      ...refuseIf(key.includes(':'), field, 'cannot have a colon in its name: kopia splits there'),
      ...refuseIf(key.startsWith('kopiur'), field, 'cannot begin with kopiur: that prefix is reserved'),
      ...refuseIf(bytes(key) > 63, field, 'must have a name of at most 63 bytes'),
      ...refuseIf(bytes(value) > 256, field, 'must have a value of at most 256 bytes'),
    ]
  }),
]

/** What a Snapshot says beside its policy must be among what the policy says. */
const fitsPolicy = ({ object, surroundings }: Change<Snapshot>): Problems => {
  const { policyRef, repository, source } = object.spec
  if (policyRef === undefined) return []
  const namespace = policyRef.namespace ?? object.metadata.namespace ?? ''
  const found = snapshotPolicy.decode(surroundings.find({ kind: 'SnapshotPolicy', namespace, name: policyRef.name }))
  if (found._tag === 'Left') return []
  const policy = found.right
  const members = repositoriesOf(policy).map((ref) => repositoryKey(ref, namespace))
  return [
    ...(repository === undefined
      ? refuseIf(members.length > 1, 'spec.repository', `is required: the policy has ${members.join(', ')}`)
      : refuseIf(
          !members.includes(repositoryKey(repository, namespace)),
          'spec.repository',
          `must be one of the policy's repositories: ${members.join(', ')}`,
        )),
    ...(source === undefined && (policy.spec.sources ?? []).some((each) => 'pvcSelector' in each)
      ? refuse('spec.source', 'is required: the policy selects claims by label, so the Snapshot must name one')
      : []),
  ]
}
