import { pipe } from 'fp-ts/function'
import * as E from 'fp-ts/Either'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { SnapshotOperation } from '../../api/mover/work-spec'
import { callFailure } from '../classify/call-failure'
import { failure } from '../classify/failure'
import { tail } from '../classify/tail'
import type { Command } from '../kopia/command'
import { connectTo } from '../kopia/connection'
import type { Manifest } from '../kopia/manifest'
import { uploadedBytes } from '../kopia/metrics'
import { snapshotsWithTag } from '../kopia/read-snapshots'
import { policyDocument, policyImport } from '../kopia/policy'
import { type CallResult, must, run } from '../kopia/run'
import { printed, RUN_TAG, snapshotCreate, sourceName } from '../kopia/snapshot-create'
import { mapPath } from '../path-map'
import { refusedExtraArg } from '../plan/extra-args'
import { ofRun, savedFacts, verdictOf } from '../plan/snapshot-verdict'
import { uploadProgress } from '../progress/upload-line'
import type { Session } from '../session'

type Step<A> = TE.TaskEither<Failure, A>

const partial = (unread: ReadonlyArray<string>): Failure =>
  failure('PartialSnapshot', { op: 'snapshot create', stderrTail: tail(unread) })

/** The report on a manifest that the repository is known to hold. */
const reportOn = (manifest: Manifest, foundByTag: boolean, uploaded?: number): E.Either<Failure, Result> => {
  const verdict = verdictOf(manifest)
  switch (verdict._tag) {
    case 'Saved':
      return E.right({ snapshot: { saved: savedFacts(manifest, foundByTag, uploaded) } })
    case 'Partial':
      return E.left(partial(verdict.unread))
    case 'NotSaved':
      return E.left(failure(verdict.why, { op: 'snapshot create' }))
  }
}

const byTag = (session: Session, operation: SnapshotOperation): Step<Manifest | undefined> =>
  pipe(snapshotsWithTag(session)(RUN_TAG, operation.runUid), TE.map(ofRun))

const measured = async (session: Session, folder: string): Promise<number | undefined> => {
  const { files } = session.capabilities
  for (const name of await files.list(folder)) {
    const text = await files.readText(`${folder}/${name}/kopia-metrics.prom`)
    if (text !== undefined) return uploadedBytes(text)
  }
  return undefined
}

type Ran = {
  readonly command: Command
  readonly result: CallResult
  readonly uploaded: number | undefined
  readonly startedAt: Date
}

/** kopia printed a failure: what the repository holds decides, not the exit code and not the printed id. */
const afterFailure = (session: Session, operation: SnapshotOperation, ran: Ran, failed: Failure): Step<Result> =>
  pipe(
    byTag(session, operation),
    TE.matchE(
      () => TE.left(failed),
      (found) => (found === undefined ? TE.left(failed) : TE.fromEither(reportOn(found, false, ran.uploaded))),
    ),
  )

const NOTHING_NEW = 'no files have been changed since previous snapshot'

const unchanged = (session: Session, ran: Ran): E.Either<Failure, Result> =>
  ran.result.errors.some((line) => line.includes(NOTHING_NEW))
    ? E.right({
        snapshot: {
          unchanged: {
            startTime: ran.startedAt.toISOString(),
            endTime: session.capabilities.clock.now().toISOString(),
          },
        },
      })
    : E.left(failure('Unknown', { op: 'snapshot create', stderrTail: tail(ran.result.errors) }))

const incomplete = (ran: Ran, why: string): Failure =>
  failure(ran.result.cancelled ? 'Cancelled' : 'IncompleteSnapshot', {
    op: 'snapshot create',
    stderrTail: `the snapshot is incomplete: ${why}`,
  })

const afterSuccess = (session: Session, ran: Ran): E.Either<Failure, Result> => {
  const answer = printed(ran.result.output)
  switch (answer._tag) {
    case 'Nothing':
      return ran.result.cancelled ? E.left(failure('Cancelled', { op: 'snapshot create' })) : unchanged(session, ran)
    case 'Unreadable':
      return E.left(failure('Usage', { op: 'snapshot create', stderrTail: 'snapshot create printed unknown JSON' }))
    case 'Snapshot': {
      const why = answer.manifest.incomplete ?? ''
      return why === '' ? reportOn(answer.manifest, false, ran.uploaded) : E.left(incomplete(ran, why))
    }
  }
}

const take = (session: Session, operation: SnapshotOperation): Step<Ran> => {
  const diagnostics = `${session.folders.run}/diagnostics`
  const path = mapPath(session.pathMap)(operation.mountPath)
  const command = snapshotCreate(operation, path, diagnostics, session.progressSeconds)
  return async () => {
    const startedAt = session.capabilities.clock.now()
    const result = await run(session)(command, { progress: uploadProgress })
    return E.right({ command, result, uploaded: await measured(session, diagnostics), startedAt })
  }
}

const takeAndJudge = (session: Session, operation: SnapshotOperation): Step<Result> =>
  pipe(
    take(session, operation),
    TE.chain((ran) => {
      const failed = callFailure(ran.command, ran.result)
      return failed === undefined
        ? TE.fromEither(afterSuccess(session, ran))
        : afterFailure(session, operation, ran, failed)
    }),
  )

const allowed = (operation: SnapshotOperation): E.Either<Failure, SnapshotOperation> => {
  const refused = refusedExtraArg(operation.extraArgs ?? [])
  return refused === undefined
    ? E.right(operation)
    : E.left(failure('Usage', { op: 'snapshot create', stderrTail: `extraArgs may not hold ${refused}` }))
}

/**
 * Looks for what this run has already saved while the policy of the source is written: it takes kopia's own retention
 * off the source, before each snapshot, because that deletes as soon as a snapshot is saved.
 */
const prepare = (session: Session, operation: SnapshotOperation): Step<Manifest | undefined> =>
  pipe(
    TE.Do,
    TE.apS('found', byTag(session, operation)),
    TE.apS('policy', must(session)(policyImport(sourceName(operation.identity), policyDocument(operation.policy)))),
    TE.map(({ found }) => found),
  )

/**
 * Takes one snapshot of one source, once: a complete snapshot that carries the tag of this run, left by an attempt that
 * could not report any more, is reported instead of taking another.
 */
export const snapshot = (session: Session, operation: SnapshotOperation): Step<Result> =>
  pipe(
    TE.fromEither(allowed(operation)),
    TE.chain(() => connectTo(session)),
    TE.chain(() => prepare(session, operation)),
    TE.chain((found) =>
      found === undefined ? takeAndJudge(session, operation) : TE.fromEither(reportOn(found, true)),
    ),
  )
