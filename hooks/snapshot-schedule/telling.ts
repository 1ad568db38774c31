import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import { snapshotScheduleRules } from '../../api/validation/snapshot-schedule'
import { findCondition, readyTriple, setConditions, type Condition, type ConditionUpdate } from '../core/conditions'
import { means } from '../core/schedule'
import type { Instant } from '../core/time/instant'
import type { Settings } from '../settings'
import type { ScheduleRequest } from './request'

/** Conditions of the schedule: what keeps it from firing, with the next step. */
export const conditionsOf = (
  request: ScheduleRequest,
  memories: ReadonlyArray<ScheduleMemory>,
  { onlyNamespace }: Pick<Settings, 'onlyNamespace'>,
  now: Instant,
): ReadonlyArray<Condition> => {
  const { status, metadata } = request.schedule
  const updates = [
    ...(onlyNamespace === undefined || metadata.namespace === onlyNamespace
      ? headline(request)
      : readyTriple('Stalled', 'OutOfScope', `This installation acts on namespace ${onlyNamespace} only.`)),
    ...TOPICS.flatMap((topic) => told(topic, status?.conditions, memories)),
  ]
  return setConditions(status?.conditions, updates, now, metadata.generation)
}

const headline = ({ schedule, policies }: ScheduleRequest): ReadonlyArray<ConditionUpdate> => {
  const { spec, metadata } = schedule
  const [problem] = snapshotScheduleRules.shared(schedule)
  if (problem !== undefined) return readyTriple('Stalled', 'InvalidSpec', `${problem.field}: ${problem.message}.`)
  const named = 'policyRef' in spec ? spec.policyRef : undefined
  if (named?.namespace !== undefined && named.namespace !== metadata.namespace)
    return readyTriple(
      'Stalled',
      'PolicyNamespaceNotAllowed',
      `spec.policyRef.namespace: ${named.namespace} is not the schedule's own namespace; put the schedule beside its policy.`,
    )
  if (spec.schedule.suspend === true)
    return readyTriple('Ready', 'Suspended', 'No slot fires until suspend is lifted; the pinned one waits.')
  return named !== undefined && !policies.some((policy) => means(schedule, policy))
    ? readyTriple(
        'Reconciling',
        'PolicyNotFound',
        `SnapshotPolicy ${named.name} does not exist: create it, or name another one.`,
      )
    : readyTriple('Ready', 'Scheduled', 'Slots fire as written.')
}

/** A topic is told of once it is a trouble, and from then on. */
interface Topic {
  readonly isTrouble: (memories: ReadonlyArray<ScheduleMemory>) => boolean
  readonly trouble: ConditionUpdate
  readonly settled: ConditionUpdate
}

const told = (
  { isTrouble, trouble, settled }: Topic,
  conditions: ReadonlyArray<Condition> | undefined,
  memories: ReadonlyArray<ScheduleMemory>,
): ReadonlyArray<ConditionUpdate> =>
  isTrouble(memories) ? [trouble] : findCondition(conditions, settled.type) === undefined ? [] : [settled]

const isCapped = ({ skips, lastMinted }: ScheduleMemory): boolean => {
  const last = skips?.at(-1)
  return last?.reason === 'FanoutCapped' && (last.until ?? last.slot) > (lastMinted?.at ?? '')
}

const TOPICS: ReadonlyArray<Topic> = [
  {
    isTrouble: (memories) => memories.some(isCapped),
    trouble: {
      type: 'FanoutCapped',
      status: 'True',
      reason: 'FanoutTooLarge',
      message: 'The last slot would have made too many Snapshots; select fewer claims or repositories.',
    },
    settled: { type: 'FanoutCapped', status: 'False', reason: 'FanoutWithinCap', message: 'Slots fit their policies.' },
  },
  {
    isTrouble: (memories) => memories.some(({ held }) => held === 'UnknownRun'),
    trouble: {
      type: 'ScheduleRunnable',
      status: 'False',
      reason: 'BlockedOnUnreadableRun',
      message: 'A run is in a phase that this release does not know; finish the upgrade, or delete that Snapshot.',
    },
    settled: { type: 'ScheduleRunnable', status: 'True', reason: 'Runnable', message: 'Every run can be read.' },
  },
  {
    isTrouble: (memories) => memories.some(({ held }) => held === 'ParkedRun'),
    trouble: {
      type: 'ReplacementHeld',
      status: 'True',
      reason: 'WaitingForRepositorySlot',
      message: 'The run to be replaced still waits for its repository to let it in; it is left in its place.',
    },
    settled: {
      type: 'ReplacementHeld',
      status: 'False',
      reason: 'ReplacementNotHeld',
      message: 'No run waits to be replaced.',
    },
  },
  {
    isTrouble: (memories) =>
      memories.some(({ timezoneAmbiguous }) => timezoneAmbiguous === true) ||
      new Set(memories.map(({ timezone }) => timezone)).size > 1,
    trouble: {
      type: 'TimezoneDefaultAmbiguous',
      status: 'True',
      reason: 'RepositoryDefaultsDisagree',
      message: 'The repositories of the policies name different time zones; set spec.schedule.timezone.',
    },
    settled: {
      type: 'TimezoneDefaultAmbiguous',
      status: 'False',
      reason: 'TimezoneResolved',
      message: 'All slots are read in one time zone.',
    },
  },
]
