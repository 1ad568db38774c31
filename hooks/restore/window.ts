import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import { durationSeconds } from '../../api/grammar'
import type { Restore } from '../../api/kinds/restore'
import { formatInstant, instantOf, type Instant } from '../core/time/instant'

/** How long a Restore waits for a snapshot that is not there yet. */
export type Window =
  | { readonly _tag: 'None' }
  /** It opens now; `startedAt` goes on record. */
  | { readonly _tag: 'Opening'; readonly startedAt: string; readonly until: Instant }
  | { readonly _tag: 'Open'; readonly until: Instant }
  | { readonly _tag: 'Over'; readonly until: Instant }

export const waitWindow = ({ spec, status, metadata }: Restore, now: Instant): Window => {
  const seconds = pipe(
    O.fromNullable(spec.policy?.waitTimeout),
    O.chain(durationSeconds),
    O.filter((length) => length > 0),
    O.toUndefined,
  )
  if (seconds === undefined) return { _tag: 'None' }
  const started = instantOf(status?.waitStartedAt)
  // An anchor before the creation would shorten the window; nobody can have meant that.
  const anchor = Math.max(started ?? now, instantOf(metadata.creationTimestamp) ?? 0)
  const until = anchor + seconds * 1000
  if (started === undefined) return { _tag: 'Opening', startedAt: formatInstant(now), until }
  return { _tag: now < until ? 'Open' : 'Over', until }
}
