import fc from 'fast-check'
import { controllers } from '../../hooks/registry'
import { script, type Script } from './world/action'
import { runWorld } from './world/run-world'

/** `KOPIUR_WORLDS=1000` for many; `KOPIUR_SEED` and `KOPIUR_PATH` play a failed one again; `KOPIUR_SHRINK=0` keeps it as it is. */
const WORLDS = Number(process.env['KOPIUR_WORLDS'] ?? 60)
const PATH = process.env['KOPIUR_PATH']

test(
  `${WORLDS} random worlds keep every invariant`,
  () =>
    fc.assert(
      fc.asyncProperty(script, async (world) => {
        expect(await runWorld(world, { controllers })).toEqual([])
      }),
      {
        numRuns: WORLDS,
        endOnFailure: process.env['KOPIUR_SHRINK'] === '0',
        ...(PATH === undefined ? {} : { path: PATH }),
      },
    ),
  1_200_000 + WORLDS * 5_000,
)

// What random worlds have found, kept.
it('a wave of deletions is counted whole while labels are on their way', async () => {
  const world: Script = {
    seed: 21578548,
    setting: {
      every: { first: 5, second: 7 },
      retention: { keepLatest: 1 },
      concurrencyPolicy: 'Forbid',
      onPolicyDelete: 'Retain',
      onScheduleDelete: 'Retain',
      onNamespaceDelete: 'Orphan',
      threshold: 3,
    },
    steps: [
      { after: 278, action: { _tag: 'ClockJump', minutes: 90 } },
      { after: 17, action: { _tag: 'Pin', pick: 0, pin: false } },
      { after: 83, action: { _tag: 'DeleteJob', pick: 0, propagation: 'Background' } },
      { after: 225, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Background' } },
      { after: 3, action: { _tag: 'DeleteSnapshots', count: 3 } },
      { after: 0, action: { _tag: 'RestartMetacontroller' } },
    ],
  }
  expect(await runWorld(world, { controllers })).toEqual([])
})

it('a pin on what is being pruned keeps the data, also when its user deletes it in the next moment', async () => {
  const world: Script = {
    seed: 633144015,
    setting: {
      every: { first: 6, second: 15 },
      retention: { keepLatest: 3, keepHourly: 2 },
      concurrencyPolicy: 'Forbid',
      onPolicyDelete: 'Retain',
      onScheduleDelete: 'Retain',
      onNamespaceDelete: 'Orphan',
      threshold: 10,
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
  }
  expect(await runWorld(world, { controllers })).toEqual([])
})

it('a clock that was ahead is quiet again once the slots that it held for done have passed', async () => {
  const world: Script = {
    seed: 10,
    setting: {
      every: { first: 10, second: 7 },
      retention: { keepLatest: 3, keepHourly: 2 },
      concurrencyPolicy: 'Replace',
      onPolicyDelete: 'Retain',
      onScheduleDelete: 'Retain',
      onNamespaceDelete: 'Orphan',
      threshold: 10,
      startingDeadlineSeconds: 120,
    },
    steps: [
      { after: 350, action: { _tag: 'ClockJump', minutes: 90 } },
      { after: 187, action: { _tag: 'ClockJump', minutes: -20 } },
      { after: 2403, action: { _tag: 'CreateSnapshot', policy: 'second' } },
    ],
  }
  expect(await runWorld(world, { controllers })).toEqual([])
})

it('slots that had not come yet to a clock behind are nobody’s when their schedule goes during an outage', async () => {
  const world: Script = {
    seed: 695976496,
    setting: {
      every: { first: 10, second: 7 },
      retention: { keepLatest: 1 },
      concurrencyPolicy: 'Forbid',
      onPolicyDelete: 'Delete',
      onScheduleDelete: 'Delete',
      onNamespaceDelete: 'Delete',
      threshold: 10,
      startingDeadlineSeconds: 600,
    },
    steps: [
      { after: 1087, action: { _tag: 'ClockJump', minutes: -20 } },
      { after: 1794, action: { _tag: 'HooksDown', down: true } },
      { after: 1090, action: { _tag: 'DeleteSchedule', policy: 'first', propagation: 'Foreground' } },
    ],
  }
  expect(await runWorld(world, { controllers })).toEqual([])
})

it('a pin Job that was deleted while its pod lives on changes no id that was told', async () => {
  const world: Script = {
    seed: 1702011908,
    setting: {
      every: { first: 5, second: 7 },
      retention: { keepLatest: 1 },
      concurrencyPolicy: 'Allow',
      onPolicyDelete: 'Delete',
      onScheduleDelete: 'Retain',
      onNamespaceDelete: 'Orphan',
      threshold: 10,
      startingDeadlineSeconds: 600,
    },
    steps: [
      { after: 286, action: { _tag: 'Suspend', policy: 'first', suspend: true } },
      { after: 13, action: { _tag: 'DeletePolicy', policy: 'first', propagation: 'Foreground' } },
      { after: 879, action: { _tag: 'RestartMetacontroller' } },
      { after: 6, action: { _tag: 'Pin', pick: 1, pin: true } },
      { after: 0, action: { _tag: 'RestoreSnapshot', pick: 22, name: 3 } },
      { after: 11, action: { _tag: 'DeleteJob', pick: 29, propagation: 'Orphan' } },
    ],
  }
  expect(await runWorld(world, { controllers })).toEqual([])
})
