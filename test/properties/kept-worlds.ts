import type { Script } from './world/action'
import { USUAL } from './world/setting'

/** A world that a random one was reduced to, and what it showed. */
export interface KeptWorld {
  readonly shows: string
  readonly world: Script
}

/** What random worlds have found. */
export const keptWorlds: ReadonlyArray<KeptWorld> = [
  {
    shows: 'a wave of deletions is counted whole while labels are on their way',
    world: {
      seed: 21578548,
      setting: { ...USUAL, threshold: 3 },
      steps: [
        { after: 278, action: { _tag: 'ClockJump', minutes: 90 } },
        { after: 17, action: { _tag: 'Pin', pick: 0, pin: false } },
        { after: 83, action: { _tag: 'DeleteJob', pick: 0, propagation: 'Background' } },
        { after: 225, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Background' } },
        { after: 3, action: { _tag: 'DeleteSnapshots', count: 3 } },
        { after: 0, action: { _tag: 'RestartMetacontroller' } },
      ],
    },
  },
  {
    shows: 'a pin on what is being pruned keeps the data, also when its user deletes it in the next moment',
    world: {
      seed: 633144015,
      setting: {
        ...USUAL,
        every: { first: 6, second: 15 },
        retention: { keepLatest: 3, keepHourly: 2 },
        startingDeadlineSeconds: 600,
      },
      steps: [
        { after: 303, action: { _tag: 'RestorePolicy', policy: 'second', name: 3, wait: false } },
        { after: 253, action: { _tag: 'Suspend', policy: 'second', suspend: false } },
        { after: 260, action: { _tag: 'DeleteRestore', pick: 37, propagation: 'Foreground' } },
        { after: 1, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } },
        { after: 24, action: { _tag: 'PinStamped' } },
        { after: 653, action: { _tag: 'DeleteSnapshot', pick: 5, propagation: 'Background' } },
      ],
    },
  },
  {
    shows: 'a clock that was ahead is quiet again once the slots that it held for done have passed',
    world: {
      seed: 10,
      setting: {
        ...USUAL,
        every: { first: 10, second: 7 },
        retention: { keepLatest: 3, keepHourly: 2 },
        concurrencyPolicy: 'Replace',
        startingDeadlineSeconds: 120,
      },
      steps: [
        { after: 350, action: { _tag: 'ClockJump', minutes: 90 } },
        { after: 187, action: { _tag: 'ClockJump', minutes: -20 } },
        { after: 2403, action: { _tag: 'CreateSnapshot', policy: 'second' } },
      ],
    },
  },
  {
    shows: 'slots that had not come yet to a clock behind are nobody’s when their schedule goes during an outage',
    world: {
      seed: 695976496,
      setting: {
        ...USUAL,
        every: { first: 10, second: 7 },
        onPolicyDelete: 'Delete',
        onScheduleDelete: 'Delete',
        onNamespaceDelete: 'Delete',
        startingDeadlineSeconds: 600,
      },
      steps: [
        { after: 1087, action: { _tag: 'ClockJump', minutes: -20 } },
        { after: 1794, action: { _tag: 'HooksDown', down: true } },
        { after: 1090, action: { _tag: 'DeleteSchedule', policy: 'first', propagation: 'Foreground' } },
      ],
    },
  },
  {
    shows: 'a pin Job that was deleted while its pod lives on changes no id that was told',
    world: {
      seed: 1702011908,
      setting: { ...USUAL, concurrencyPolicy: 'Allow', onPolicyDelete: 'Delete', startingDeadlineSeconds: 600 },
      steps: [
        { after: 286, action: { _tag: 'Suspend', policy: 'first', suspend: true } },
        { after: 13, action: { _tag: 'DeletePolicy', policy: 'first', propagation: 'Foreground' } },
        { after: 879, action: { _tag: 'RestartMetacontroller' } },
        { after: 6, action: { _tag: 'Pin', pick: 1, pin: true } },
        { after: 0, action: { _tag: 'RestoreSnapshot', pick: 22, name: 3 } },
        { after: 11, action: { _tag: 'DeleteJob', pick: 29, propagation: 'Orphan' } },
      ],
    },
  },
  {
    shows: 'a Restore that is deleted in the second of its end stays ended',
    world: {
      seed: 1050253142,
      setting: {
        ...USUAL,
        every: { first: 5, second: 15 },
        retention: { keepLatest: 2 },
        concurrencyPolicy: 'Replace',
        onPolicyDelete: 'Delete',
        onScheduleDelete: 'Delete',
        onNamespaceDelete: 'Delete',
        threshold: 3,
        startingDeadlineSeconds: 120,
      },
      steps: [
        { after: 10, action: { _tag: 'DeleteSnapshots', count: 6 } },
        { after: 350, action: { _tag: 'LineTrouble', lost: 0.05, doubled: 0 } },
        { after: 5, action: { _tag: 'RestoreSnapshot', pick: 45, name: 2 } },
        { after: 16, action: { _tag: 'DeletePolicy', policy: 'first', propagation: 'Background' } },
        { after: 26, action: { _tag: 'DeleteRestore', pick: 1, propagation: 'Orphan' } },
      ],
    },
  },
]
