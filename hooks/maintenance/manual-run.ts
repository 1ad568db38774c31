import * as O from 'fp-ts/Option'
import type { MaintenanceStatus } from '../../api/kinds/maintenance'
import { Annotation } from '../../api/names/annotations'
import { formatInstant, parseInstant, type Instant } from '../core/time/instant'
import type { EndedRun, Mode, Run } from './run'

export type ManualRun = NonNullable<MaintenanceStatus['manualRun']>

export type RunRequest =
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Wanted'; readonly text: string; readonly at: Instant; readonly mode: Mode }
  | { readonly _tag: 'Unreadable'; readonly message: string }

/** What the annotations ask for. The text of the time is the request's name: a new text is a new request. */
export const requestOf = (annotations: { readonly [key: string]: string } = {}): RunRequest => {
  const text = annotations[Annotation.runRequested]
  const mode = annotations[Annotation.runMode] ?? 'quick'
  if (text === undefined) return { _tag: 'None' }
  const at = parseInstant(text)
  if (O.isNone(at)) return unreadable(Annotation.runRequested, text, 'an RFC3339 time, as 2026-01-02T03:04:05Z')
  return mode === 'quick' || mode === 'full'
    ? { _tag: 'Wanted', text, at: at.value, mode }
    : unreadable(Annotation.runMode, mode, 'quick or full')
}

const unreadable = (key: string, text: string, wanted: string): RunRequest => ({
  _tag: 'Unreadable',
  message: `Annotation ${key} is "${text.slice(0, 80)}"; write ${wanted}. The schedule goes on.`,
})

/** Only these two are answers; whatever else stands there is asked again. */
const isAnswer = ({ phase }: ManualRun): boolean => phase === 'Succeeded' || phase === 'Failed'

export const isAnswered = (manual: ManualRun | undefined, text: string): boolean =>
  manual !== undefined && manual.requestedAt === text && isAnswer(manual)

/** Whether the Job of this request was started and must not be started again. */
export const isUnderway = (manual: ManualRun | undefined, text: string): boolean =>
  manual?.requestedAt === text && manual.phase === 'Running'

export const runningManual = ({ mode }: Run, requestedAt: string): ManualRun => ({
  mode,
  phase: 'Running',
  requestedAt,
})

/** Yielding to another owner is an answer, too: the request was looked at. */
export const endedManual = ({ mode, state: { at, report } }: EndedRun, requestedAt: string): ManualRun => ({
  completedAt: formatInstant(at),
  mode,
  phase: report._tag === 'Failed' ? 'Failed' : 'Succeeded',
  requestedAt,
})
