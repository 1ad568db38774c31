import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { keptChildren } from './children'
import { decisionOf, type PolicyDecision } from './decision-of'
import { policyMemory, policyNeed, type PolicyMemory } from './memory'
import { prune, stampsSeen } from './pruning/prune'
import type { PolicyRequest } from './request'
import { rowsOf } from './row'
import { policySlots, remembersMore } from './slots/policy-slots'
import type { ScheduleSlots } from './slots/scene'
import { standingOf } from './standing'
import { statusOf } from './status'
import { targetsOf } from './target'
import type { View } from './view'

/** What is still to be read, and what is decided on what was read: it stands once nothing is left to read. */
export interface Deliberation {
  readonly needs: ReadonlyArray<Need>
  readonly decision: () => PolicyDecision
}

/** One look at a policy: its slots, its history, its status. */
export const deliberate = (request: PolicyRequest, circumstances: Circumstances): Deliberation => {
  const targets = targetsOf(request)
  const standing = standingOf(request.policy, targets, circumstances.settings)
  const rows = rowsOf(request.snapshots)
  return standing._tag === 'Usable'
    ? act(request, circumstances, { targets, standing, rows })
    : rest(request, circumstances, { targets, standing, rows })
}

/** Nothing is decided on a spec that cannot be acted on: every Snapshot stays as it is. */
const rest = (request: PolicyRequest, { now }: Circumstances, view: View): Deliberation => {
  const pruning = { stamps: stampsSeen(view.rows), drops: new Map<string, string>(), needs: [] }
  const memories = request.policy.status?.schedules ?? {}
  return {
    needs: [],
    decision: () => ({
      status: statusOf(request.policy, view, { pruning, memories, refusal: undefined, now }),
      children: keptChildren(request, view.rows, pruning),
      effects: [],
    }),
  }
}

const act = (request: PolicyRequest, { reads, now }: Circumstances, view: View): Deliberation => {
  const { policy, schedules } = request
  const memory = policyMemory(policy, reads)
  const slots = policySlots(schedules, memory, { policy, targets: view.targets, rows: view.rows, reads, now })
  const pruning = prune(view.rows, {
    policy,
    spec: policy.spec,
    schedules,
    targets: view.targets,
    reads,
    active: policy.spec.suspend !== true,
    replacements: slots.flatMap(({ replace }) => (replace === undefined ? [] : [replace])),
  })
  return {
    needs: [...memoryNeeds(request, memory, slots), ...slots.flatMap(({ needs }) => needs), ...pruning.needs],
    decision: () => decisionOf(request, view, { memory, slots, pruning, now }),
  }
}

/** A memory that is going to change, or that makes a slot's Snapshots, is read again first. */
const memoryNeeds = (
  { policy }: PolicyRequest,
  memory: PolicyMemory,
  slots: ReadonlyArray<ScheduleSlots>,
): ReadonlyArray<Need> =>
  memory._tag === 'Cached' && (remembersMore(slots, memory) || slots.some((one) => one.memory?.minting !== undefined))
    ? [policyNeed(policy)]
    : []
