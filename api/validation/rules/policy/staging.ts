import type { SnapshotPolicySpec } from '../../../kinds/snapshot-policy'
import { each, given, refuseIf, type Problems } from '../../problem'
import { validAccessModes } from '../access-modes'
import { validDuration } from '../duration'

/** How the copy of a source is made, and what does not fit the kind of source. */
export const validStaging = (spec: SnapshotPolicySpec): Problems => [
  ...given(spec.staging, (staging) => [
    ...validDuration(staging.timeout, 'spec.staging.timeout', { example: '10m (0 waits for ever)' }),
    ...given(staging.accessModes, (modes) => validAccessModes(modes, 'spec.staging.accessModes')),
  ]),
  ...overrides(spec),
  ...volumeSnapshotClass(spec),
  ...writableSources(spec),
  ...refuseIf(
    method(spec) === 'Clone' && has(spec, 'pvcSelector') && (spec.groupBy ?? 'VolumeGroupSnapshot') !== 'None',
    'spec.groupBy',
    'must be None with copyMethod: Clone and a pvcSelector: clones cannot be taken as a group',
  ),
]

const method = (spec: SnapshotPolicySpec): string => spec.copyMethod ?? 'Snapshot'

const has = (spec: SnapshotPolicySpec, kind: 'nfs' | 'stream' | 'pvcSelector'): boolean =>
  (spec.sources ?? []).some((source) => kind in source)

const unstaged = (spec: SnapshotPolicySpec): string | undefined =>
  method(spec) === 'Direct'
    ? 'with copyMethod: Direct'
    : has(spec, 'nfs')
      ? 'for an nfs source'
      : has(spec, 'stream')
        ? 'for a stream source'
        : undefined

const overrides = (spec: SnapshotPolicySpec): Problems => {
  const why = unstaged(spec)
  return (['storageClassName', 'accessModes'] as const).flatMap((field) =>
    refuseIf(
      why !== undefined && spec.staging?.[field] !== undefined,
      `spec.staging.${field}`,
      `has no meaning ${why}: no claim is staged`,
    ),
  )
}

const volumeSnapshotClass = (spec: SnapshotPolicySpec): Problems =>
  refuseIf(
    (spec.volumeSnapshotClassName ?? '') !== '' && (has(spec, 'nfs') || has(spec, 'stream')),
    'spec.volumeSnapshotClassName',
    'has no meaning for nfs and stream sources: no VolumeSnapshot is taken',
  )

const writableSources = (spec: SnapshotPolicySpec): Problems =>
  each(spec.sources, 'spec.sources', ({ readOnly, acknowledgeLiveMutation }, path) => [
    ...refuseIf(
      readOnly === false && method(spec) === 'Direct' && acknowledgeLiveMutation !== true,
      `${path}.acknowledgeLiveMutation`,
      'must be true for readOnly: false with copyMethod: Direct, which changes group and mode of the live files: use Snapshot or Clone, or acknowledge it',
    ),
    ...refuseIf(
      readOnly === false && (spec.staging?.accessModes ?? []).includes('ReadOnlyMany'),
      `${path}.readOnly`,
      'cannot be false while staging.accessModes holds ReadOnlyMany: such a copy cannot be mounted writable',
    ),
  ])
