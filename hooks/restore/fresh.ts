import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore, RestoreResolved } from '../../api/kinds/restore'
import { present } from '../core/json/present'
import { formatInstant } from '../core/time/instant'
import type { Claim } from '../core/identity'
import type { Circumstances } from '../hook'
import { recordedChoice, searchOnRecord } from './choice'
import { jobName } from './names'
import { isPinned } from './phase'
import type { Plan } from './plan'
import { prepare } from './prepare'
import { onMissing, resolveSource } from './source/resolve'
import type { Source } from './source/source'
import { readyClaim } from './target/ready-claim'
import { stop, type Step } from './walk'
import { searchedText } from './watch'
import { waitWindow } from './window'

/** The claim whose data is wanted, and what was chosen before for others of the same source. */
export interface Wish {
  readonly member: Claim | undefined
  readonly earlier?: RestoreResolved
}

/** A Restore whose Job was never seen: choose, put the choice on record, see it there, run. */
export const fresh = (restore: Restore, { member, earlier }: Wish, circumstances: Circumstances): Step<Plan> => {
  const { resolved } = restore.status ?? {}
  if (resolved !== undefined && isPinned(restore.status))
    return resolved.kopiaSnapshotID === undefined
      ? nothing(restore, resolved, searchedText(resolved), circumstances)
      : run(restore, circumstances)
  return pipe(
    resolveSource(restore, member, circumstances),
    E.chain((source) => settle(restore, source, earlier, circumstances)),
  )
}

const run = (restore: Restore, circumstances: Circumstances): Step<Plan> =>
  pipe(
    recordedChoice(restore, circumstances),
    E.chain((choice) =>
      prepare(restore, choice, { job: jobName(restore), reason: 'its source is settled' }, circumstances),
    ),
  )

const settle = (
  restore: Restore,
  source: Source,
  earlier: RestoreResolved | undefined,
  circumstances: Circumstances,
): Step<Plan> => {
  switch (source._tag) {
    case 'NotYet':
      return notYet(restore, source, circumstances)
    case 'Known':
      return stop({ _tag: 'Pin', resolved: pinOf(source, circumstances) })
    case 'Search': {
      const record = searchOnRecord(source.repository, source.selector)
      if (isPinned(present(earlier, (resolved) => ({ resolved }))) && sameRecord(earlier, record))
        return stop({ _tag: 'Pin', resolved: { ...earlier } })
      const window = waitWindow(restore, circumstances.now)
      return window._tag !== 'Opening' && sameRecord(restore.status?.resolved, record)
        ? run(restore, circumstances)
        : stop({
            _tag: 'Pin',
            resolved: record,
            ...(window._tag === 'Opening' ? { waitStartedAt: window.startedAt } : {}),
          })
    }
  }
}

const pinOf = (
  { repository, snapshotId, identity, snapshotRef }: Extract<Source, { readonly _tag: 'Known' }>,
  { now }: Circumstances,
): RestoreResolved => ({
  repository: repository.written,
  kopiaSnapshotID: snapshotId,
  resolution: 'Snapshot',
  pinnedAt: formatInstant(now),
  ...(identity === undefined ? {} : { identity }),
  ...(snapshotRef === undefined ? {} : { snapshotRef }),
})

const sameRecord = (recorded: RestoreResolved | undefined, wanted: RestoreResolved): boolean =>
  recorded?.repository !== undefined &&
  recorded.repository.kind === wanted.repository?.kind &&
  recorded.repository.namespace === wanted.repository?.namespace &&
  recorded.repository.name === wanted.repository?.name &&
  searchedText(recorded) === searchedText(wanted)

const notYet = (
  restore: Restore,
  { what, snapshotRef }: Extract<Source, { readonly _tag: 'NotYet' }>,
  circumstances: Circumstances,
): Step<Plan> => {
  const window = waitWindow(restore, circumstances.now)
  if (window._tag === 'Opening' || window._tag === 'Open')
    return stop({
      _tag: 'Wait',
      hold: { _tag: 'WaitingForSnapshot', what, until: window.until },
      ...(window._tag === 'Opening' ? { waitStartedAt: window.startedAt } : {}),
    })
  return onMissing(restore) === 'Fail'
    ? stop({
        _tag: 'End',
        ending: {
          _tag: 'Failed',
          reason: 'SnapshotNotFound',
          message: `${what}. Create a new Restore once it holds one, or set policy.waitTimeout to wait for it.`,
        },
      })
    : nothing(
        restore,
        { resolution: 'NoSnapshot', snapshotRef, pinnedAt: formatInstant(circumstances.now) },
        what,
        circumstances,
      )
}

/** An allowed miss still leaves the user with the claim that was asked for. */
const nothing = (
  restore: Restore,
  resolved: RestoreResolved,
  searched: string,
  circumstances: Circumstances,
): Step<Plan> =>
  pipe(
    readyClaim(restore, circumstances),
    E.map((): Plan => ({ _tag: 'End', ending: { _tag: 'NothingToRestore', resolved, searched } })),
  )
