import type { Choice, ErrorClass, Outcome, Result } from '../../../api/mover/outcome'
import type {
  Anchor,
  DeleteMember,
  MaintenanceOperation,
  PinOperation,
  RestoreOperation,
  SnapshotOperation,
  SnapshotSelector,
  WorkSpec,
} from '../../../api/mover/work-spec'
import { formatInstant } from '../../../hooks/core/time/instant'
import { RUN_TAG, type Backends, type KopiaRepository, type KopiaSnapshot } from './kopia-repository'

export interface Attempt {
  readonly spec: WorkSpec
  readonly job: string
  readonly claim: string | undefined
  readonly startedAt: number
  readonly now: number
  /** Puts a restore's choice on record on its Job and gives back what is on record there; nothing when it cannot. */
  readonly choose: (chosen: Choice) => Choice | undefined
}

type Told = { readonly succeeded: Result } | { readonly failed: ErrorClass }

/** Does to a modelled repository what the mover does to a real one, and reports as it does. */
export const operate = (backends: Backends, attempt: Attempt): Outcome => {
  const told = act(backends, attempt)
  const times = {
    version: 1,
    startTime: formatInstant(attempt.startedAt),
    endTime: formatInstant(attempt.now),
  } as const
  return 'succeeded' in told
    ? { ...times, succeeded: told.succeeded }
    : {
        ...times,
        failed: {
          kopiaErrorClass: told.failed,
          message: `modelled ${told.failed}`,
          retryRecommended: false,
          exitCode: 1,
        },
        logTail: `modelled ${told.failed}`,
      }
}

const act = (backends: Backends, attempt: Attempt): Told => {
  const { operation, repository: access } = attempt.spec
  const repository = backends.at(access.storage)
  if ('bootstrap' in operation) return bootstrap(backends, attempt, operation.bootstrap.createAllowed)
  if (repository === undefined) return { failed: 'NotInitialized' }
  return access.expectedUniqueId !== undefined && access.expectedUniqueId !== repository.uniqueId
    ? { failed: 'WrongRepository' }
    : work(backends, repository, attempt)
}

const bootstrap = (backends: Backends, { spec, now, job }: Attempt, createAllowed: boolean): Told => {
  const repository = backends.at(spec.repository.storage)
  if (repository !== undefined) return { succeeded: { bootstrap: facts(repository, false) } }
  if (!createAllowed) return { failed: 'NotInitialized' }
  backends.acts.push({ _tag: 'Created', at: now, job })
  return { succeeded: { bootstrap: facts(backends.create(spec.repository.storage), true) } }
}

const work = (backends: Backends, repository: KopiaRepository, attempt: Attempt): Told => {
  const { operation } = attempt.spec
  if ('snapshot' in operation) return snapshot(backends, repository, operation.snapshot, attempt)
  if ('restore' in operation) return restore(backends, repository, operation.restore, attempt)
  if ('maintenance' in operation) return maintenance(operation.maintenance)
  if ('pin' in operation) return pin(repository, operation.pin)
  return 'deleteBatch' in operation
    ? deleteBatch(backends, repository, operation.deleteBatch.members, attempt)
    : { failed: 'Usage' }
}

const facts = (repository: KopiaRepository, created: boolean) => ({
  uniqueId: repository.uniqueId,
  created,
  snapshotCount: repository.list().length,
  totalSizeBytes: repository.list().length * 1_000,
  indexBlobCount: 3,
  maintenanceOwner: 'kopiur@model',
})

const snapshot = (
  backends: Backends,
  repository: KopiaRepository,
  wanted: SnapshotOperation,
  { now, startedAt, job }: Attempt,
): Told => {
  const found = repository.byRun(wanted.runUid)[0]
  const saved =
    found ??
    repository.save({
      ...wanted.identity,
      startTime: formatInstant(startedAt),
      endTime: formatInstant(now),
      tags: { ...wanted.tags, [RUN_TAG]: wanted.runUid },
    })
  if (found === undefined) backends.acts.push({ _tag: 'Saved', at: now, job, runUid: wanted.runUid, id: saved.id })
  return {
    succeeded: {
      snapshot: {
        saved: {
          snapshotId: saved.id,
          identity: wanted.identity,
          startTime: saved.startTime,
          endTime: saved.endTime,
          stats: { sizeBytes: 1_000, bytesNew: 10, filesNew: 1 },
          foundByTag: found !== undefined,
        },
      },
    },
  }
}

const restore = (
  backends: Backends,
  repository: KopiaRepository,
  { source, anchor }: RestoreOperation,
  { now, job, spec, claim, choose }: Attempt,
): Told => {
  const chosen =
    'snapshotId' in source
      ? (repository.get(source.snapshotId) ?? healed(repository, anchor))
      : onRecord(repository, selected(repository, source.resolve), choose)
  if (chosen === 'not told') return { failed: 'Unknown' }
  if (chosen === undefined)
    return 'resolve' in source && source.resolve.onMissing === 'Continue'
      ? { succeeded: { restore: { noSnapshot: {} } } }
      : { failed: 'SnapshotNotFound' }
  backends.acts.push({
    _tag: 'Restored',
    at: now,
    job,
    restoreUid: spec.target.uid,
    claim: claim ?? '',
    id: chosen.id,
    startTime: chosen.startTime,
  })
  const { username, hostname, sourcePath } = chosen
  return {
    succeeded: {
      restore: {
        restored: { snapshotId: chosen.id, identity: { username, hostname, sourcePath }, bytes: 1_000, files: 1 },
      },
    },
  }
}

/** What an earlier attempt chose goes before what is the newest now. */
const onRecord = (
  repository: KopiaRepository,
  found: KopiaSnapshot | undefined,
  choose: Attempt['choose'],
): KopiaSnapshot | 'not told' | undefined => {
  if (found === undefined) return undefined
  const { id, username, hostname, sourcePath, startTime } = found
  const told = choose({ snapshotId: id, identity: { username, hostname, sourcePath }, startTime })
  if (told === undefined) return 'not told'
  return repository.get(told.snapshotId) ?? healed(repository, { ...told.identity, startTime: told.startTime })
}

/** Newest first; `asOf` filters before `offset` counts. */
const selected = (
  repository: KopiaRepository,
  { username, hostname, sourcePath, asOf, offset }: SnapshotSelector,
): KopiaSnapshot | undefined =>
  repository
    .list()
    .filter(
      (one) =>
        one.username === username &&
        one.hostname === hostname &&
        (sourcePath === undefined || one.sourcePath === sourcePath) &&
        (asOf === undefined || one.startTime <= asOf),
    )
    .sort((a, b) => (a.startTime > b.startTime ? -1 : 1))[offset]

const healed = (repository: KopiaRepository, anchor: Anchor | undefined): KopiaSnapshot | undefined => {
  if (anchor?.sourcePath === undefined) return undefined
  const fitting = repository
    .list()
    .filter(
      (one) =>
        one.sourcePath === anchor.sourcePath &&
        (anchor.startTime === undefined || one.startTime === anchor.startTime) &&
        (anchor.username === undefined || one.username === anchor.username) &&
        (anchor.hostname === undefined || one.hostname === anchor.hostname),
    )
  return fitting.length === 1 ? fitting[0] : undefined
}

const maintenance = ({ owner }: MaintenanceOperation): Told => ({
  succeeded: { maintenance: { ran: { owner, contentReclaimedBytes: 0, indexBlobCount: 3 } } },
})

const pin = (repository: KopiaRepository, { snapshotId, anchor, pinned }: PinOperation): Told => {
  const found = repository.get(snapshotId) ?? healed(repository, anchor)
  return found === undefined
    ? { failed: 'SnapshotNotFound' }
    : { succeeded: { pin: { snapshotId: repository.pin(found, pinned).id, pinned } } }
}

const deleteBatch = (
  backends: Backends,
  repository: KopiaRepository,
  members: ReadonlyArray<DeleteMember>,
  { now, job }: Attempt,
): Told => {
  const found = members.map((member) => ({ member, snapshots: meant(repository, member) }))
  for (const { member, snapshots } of found)
    for (const one of snapshots) {
      repository.delete(one.id)
      backends.acts.push({ _tag: 'Deleted', at: now, job, memberUid: member.uid, snapshot: one })
    }
  const uids = (gone: boolean) =>
    found.filter(({ snapshots }) => (snapshots.length === 0) === gone).map(({ member }) => member.uid)
  return { succeeded: { deleteBatch: { deleted: uids(false), alreadyGone: uids(true) } } }
}

const meant = (
  repository: KopiaRepository,
  { snapshotId, anchor, runUid }: DeleteMember,
): ReadonlyArray<KopiaSnapshot> => {
  if (snapshotId === undefined) return runUid === undefined ? [] : repository.byRun(runUid)
  const found = repository.get(snapshotId) ?? (anchor?.startTime === undefined ? undefined : healed(repository, anchor))
  return found === undefined ? [] : [found]
}
