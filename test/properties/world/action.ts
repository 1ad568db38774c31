import fc from 'fast-check'
import type { Setting, PolicyName } from './setting'
import { POLICIES } from './setting'

type Propagation = 'Background' | 'Foreground' | 'Orphan'

/** Which of the objects there are at the time: the n-th, counted round. */
type Pick = number

/** One thing that a person does or that befalls the cluster. */
export type Action =
  | { readonly _tag: 'CreateSnapshot'; readonly policy: PolicyName }
  | { readonly _tag: 'DeleteSnapshot'; readonly pick: Pick; readonly propagation: Propagation }
  | { readonly _tag: 'DeleteSnapshots'; readonly count: number }
  | { readonly _tag: 'Pin'; readonly pick: Pick; readonly pin: boolean }
  | { readonly _tag: 'PinStamped' }
  | { readonly _tag: 'RemoveStamp'; readonly pick: Pick }
  | { readonly _tag: 'DeleteJob'; readonly pick: Pick; readonly propagation: Propagation }
  | { readonly _tag: 'DeletePolicy'; readonly policy: PolicyName; readonly propagation: Propagation }
  | { readonly _tag: 'CreatePolicy'; readonly policy: PolicyName }
  | { readonly _tag: 'DeleteSchedule'; readonly policy: PolicyName; readonly propagation: Propagation }
  | { readonly _tag: 'CreateSchedule'; readonly policy: PolicyName }
  | { readonly _tag: 'EditRetention'; readonly policy: PolicyName; readonly keepLatest: number }
  | { readonly _tag: 'Suspend'; readonly policy: PolicyName; readonly suspend: boolean }
  | { readonly _tag: 'RestoreSnapshot'; readonly pick: Pick; readonly name: number }
  | { readonly _tag: 'RestorePolicy'; readonly policy: PolicyName; readonly name: number; readonly wait: boolean }
  | { readonly _tag: 'DeleteRestore'; readonly pick: Pick; readonly propagation: Propagation }
  | { readonly _tag: 'EditRestore'; readonly pick: Pick; readonly policy: PolicyName }
  | { readonly _tag: 'Populate'; readonly name: number }
  | { readonly _tag: 'DeleteClaim'; readonly pick: Pick }
  | { readonly _tag: 'DeleteStage'; readonly pick: Pick }
  | { readonly _tag: 'DeleteNamespace' }
  | { readonly _tag: 'WipeBackend' }
  | { readonly _tag: 'RestartMetacontroller' }
  | { readonly _tag: 'HooksDown'; readonly down: boolean }
  | { readonly _tag: 'Lag'; readonly milliseconds: number }
  | { readonly _tag: 'LineTrouble'; readonly lost: number; readonly doubled: number }
  | { readonly _tag: 'ApiTrouble'; readonly share: number }
  | { readonly _tag: 'MoverTrouble'; readonly dies: number; readonly silent: number; readonly fails: number }
  | { readonly _tag: 'ClockJump'; readonly minutes: number }

/** An action and the seconds that pass before it. */
export interface Step {
  readonly after: number
  readonly action: Action
}

export interface Script {
  readonly seed: number
  readonly setting: Setting
  readonly steps: ReadonlyArray<Step>
}

const pick = fc.nat(50)
const policy = fc.constantFrom(...POLICIES)
const propagation = fc.constantFrom<Propagation[]>('Background', 'Foreground', 'Orphan')
const share = fc.constantFrom(0, 0.05, 0.2)
const tagged = <T extends Action['_tag']>(
  tag: T,
  rest: { [K in Exclude<keyof Extract<Action, { _tag: T }>, '_tag'>]: fc.Arbitrary<Extract<Action, { _tag: T }>[K]> },
) => fc.record({ _tag: fc.constant(tag), ...rest }) as unknown as fc.Arbitrary<Extract<Action, { _tag: T }>>

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: tagged('CreateSnapshot', { policy }) },
  { weight: 5, arbitrary: tagged('DeleteSnapshot', { pick, propagation }) },
  { weight: 1, arbitrary: tagged('DeleteSnapshots', { count: fc.integer({ min: 2, max: 6 }) }) },
  { weight: 3, arbitrary: tagged('Pin', { pick, pin: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constant({ _tag: 'PinStamped' as const }) },
  { weight: 2, arbitrary: tagged('RemoveStamp', { pick }) },
  { weight: 5, arbitrary: tagged('DeleteJob', { pick, propagation }) },
  { weight: 1, arbitrary: tagged('DeletePolicy', { policy, propagation }) },
  { weight: 2, arbitrary: tagged('CreatePolicy', { policy }) },
  { weight: 2, arbitrary: tagged('DeleteSchedule', { policy, propagation }) },
  { weight: 2, arbitrary: tagged('CreateSchedule', { policy }) },
  { weight: 3, arbitrary: tagged('EditRetention', { policy, keepLatest: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: tagged('Suspend', { policy, suspend: fc.boolean() }) },
  { weight: 4, arbitrary: tagged('RestoreSnapshot', { pick, name: fc.nat(3) }) },
  { weight: 4, arbitrary: tagged('RestorePolicy', { policy, name: fc.nat(3), wait: fc.boolean() }) },
  { weight: 3, arbitrary: tagged('DeleteRestore', { pick, propagation }) },
  { weight: 1, arbitrary: tagged('EditRestore', { pick, policy }) },
  { weight: 3, arbitrary: tagged('Populate', { name: fc.nat(1) }) },
  { weight: 2, arbitrary: tagged('DeleteClaim', { pick }) },
  { weight: 2, arbitrary: tagged('DeleteStage', { pick }) },
  { weight: 1, arbitrary: fc.constant({ _tag: 'DeleteNamespace' as const }) },
  { weight: 1, arbitrary: fc.constant({ _tag: 'WipeBackend' as const }) },
  { weight: 5, arbitrary: fc.constant({ _tag: 'RestartMetacontroller' as const }) },
  { weight: 3, arbitrary: tagged('HooksDown', { down: fc.boolean() }) },
  { weight: 4, arbitrary: tagged('Lag', { milliseconds: fc.constantFrom(20, 500, 5_000, 60_000) }) },
  { weight: 3, arbitrary: tagged('LineTrouble', { lost: share, doubled: share }) },
  { weight: 3, arbitrary: tagged('ApiTrouble', { share }) },
  { weight: 3, arbitrary: tagged('MoverTrouble', { dies: share, silent: share, fails: share }) },
  { weight: 1, arbitrary: tagged('ClockJump', { minutes: fc.constantFrom(-20, 0, 7, 90) }) },
)

const after = fc.oneof(fc.nat(20), fc.integer({ min: 0, max: 400 }))

const setting: fc.Arbitrary<Setting> = fc.record(
  {
    every: fc.record({ first: fc.constantFrom(5, 6, 10), second: fc.constantFrom(7, 15) }),
    retention: fc.constantFrom({ keepLatest: 1 }, { keepLatest: 2 }, { keepLatest: 3, keepHourly: 2 }),
    concurrencyPolicy: fc.constantFrom('Forbid', 'Allow', 'Replace'),
    onPolicyDelete: fc.constantFrom('Retain', 'Delete'),
    onScheduleDelete: fc.constantFrom('Retain', 'Delete'),
    onNamespaceDelete: fc.constantFrom('Orphan', 'Delete'),
    threshold: fc.constantFrom(3, 10),
    startingDeadlineSeconds: fc.constantFrom(120, 600),
    copyMethod: fc.constantFrom('Direct', 'Snapshot', 'Clone'),
  },
  {
    requiredKeys: [
      'every',
      'retention',
      'concurrencyPolicy',
      'onPolicyDelete',
      'onScheduleDelete',
      'onNamespaceDelete',
      'threshold',
    ],
  },
)

/** A world from its beginning to the last trouble. */
export const script: fc.Arbitrary<Script> = fc.record({
  seed: fc.nat(),
  setting,
  steps: fc.array(fc.record({ after, action }), { minLength: 1, maxLength: 30, size: 'max' }),
})
