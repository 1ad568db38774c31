import type { RepositorySpec } from '../../kinds/repository'
import type { RestoreSpec } from '../../kinds/restore'
import type { SnapshotPolicySpec } from '../../kinds/snapshot-policy'

type Warnings = ReadonlyArray<string>

/** What this release keeps and does not act on, or ends with a failure; docs/reference/not-served.md lists the same. */
export const KIND_NOT_SERVED: Warnings = ['spec: this kind is kept and not acted on in this release: nothing is copied']

export const policyNotServed = (spec: SnapshotPolicySpec): Warnings => [
  ...warnIf(
    (spec.copyMethod ?? 'Snapshot') === 'Snapshot' && spec.groupBy !== 'None' && selectsClaims(spec),
    'spec.groupBy: this release takes no group snapshots, so runs fail where several claims are selected: set None, and they are taken one by one',
  ),
  ...warnIf(spec.verification !== undefined, 'spec.verification: is not acted on in this release: nothing is verified'),
  ...warnIf(
    spec.adoption === 'Adopt',
    'spec.adoption: is not acted on in this release: snapshots that are already in the repository are not shown',
  ),
  ...warnIf(
    (spec.sources ?? []).some((source) => 'stream' in source),
    'spec.sources: stream is not supported in this release: runs fail; back up a volume instead',
  ),
  ...(['beforeSnapshot', 'afterSnapshot'] as const).flatMap((list) =>
    warnIf(
      (spec.hooks?.[list] ?? []).some((action) => !('runJob' in action)),
      `spec.hooks.${list}: only runJob is supported in this release: the others fail`,
    ),
  ),
]

const selectsClaims = ({ sources = [] }: SnapshotPolicySpec): boolean =>
  sources.some((source) => 'pvcSelector' in source)

export const repositoryNotServed = (
  spec: Pick<RepositorySpec, 'backend' | 'catalog' | 'seed'> & { readonly server?: unknown },
): Warnings => [
  ...warnIf(
    'rclone' in spec.backend,
    'spec.backend.rclone: the mover image of this release holds no rclone, so the repository never becomes Ready: use another backend, or a mover image of your own with rclone in it',
  ),
  ...warnIf(
    spec.seed !== undefined,
    'spec.seed: is not acted on in this release: nothing is copied, and no new repository is created while it is set',
  ),
  ...warnIf(
    spec.catalog !== undefined,
    'spec.catalog: is not acted on in this release: snapshots found in the repository are not shown; restore them by source.identity',
  ),
  ...warnIf(spec.server !== undefined, 'spec.server: is not acted on in this release: no web interface is started'),
]

export const restoreNotServed = ({ target }: RestoreSpec): Warnings =>
  warnIf('streamExec' in target, 'spec.target.streamExec: is not supported in this release: restore into a claim')

const warnIf = (condition: boolean, warning: string): Warnings => (condition ? [warning] : [])
