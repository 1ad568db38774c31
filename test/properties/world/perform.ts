import { Annotation } from '../../../api/names/annotations'
import { API_VERSION } from '../../../api/names/group'
import type { Action } from './action'
import {
  chosen,
  create,
  edit,
  fillable,
  mine,
  nth,
  pinNextStamped,
  populator,
  remove,
  restore,
  snapshots,
  staged,
} from './person'
import { policy, schedule, STORAGE, type Setting } from './setting'
import { APPS, type World } from './world'

/** Does one action in a world; one that has nothing to act on does nothing. */
export const perform = (world: World, setting: Setting, action: Action): void =>
  performers[action._tag](world, action as never, setting)

type Performers = {
  readonly [T in Action['_tag']]: (world: World, action: Extract<Action, { _tag: T }>, setting: Setting) => void
}

const onSnapshots: Pick<
  Performers,
  'CreateSnapshot' | 'DeleteSnapshot' | 'DeleteSnapshots' | 'Pin' | 'PinStamped' | 'RemoveStamp' | 'DeleteJob'
> = {
  CreateSnapshot: (world, { policy: name }) =>
    create(world, {
      apiVersion: API_VERSION,
      kind: 'Snapshot',
      metadata: { name: `by-hand-${world.random.integer(0, 9_999)}`, namespace: APPS },
      spec: { policyRef: { name }, deletionPolicy: 'Delete' },
    }),
  DeleteSnapshot: (world, { pick, propagation }) => remove(world, nth(world, 'Snapshot', pick), propagation),
  DeleteSnapshots: (world, { count }) =>
    snapshots(world)
      .slice(0, count)
      .forEach((one) => remove(world, one)),
  Pin: (world, { pick, pin }) => edit(world, nth(world, 'Snapshot', pick), { spec: { pin } }),
  PinStamped: (world) => pinNextStamped(world),
  RemoveStamp: (world, { pick }) =>
    edit(world, nth(world, 'Snapshot', pick), { metadata: { annotations: { [Annotation.prunedBy]: null } } }),
  DeleteJob: (world, { pick, propagation }) =>
    remove(world, chosen(world.list('batch/v1', 'Job', APPS), pick), propagation),
}

const onOwners: Pick<
  Performers,
  | 'DeletePolicy'
  | 'CreatePolicy'
  | 'DeleteSchedule'
  | 'CreateSchedule'
  | 'EditRetention'
  | 'Suspend'
  | 'DeleteNamespace'
> = {
  DeletePolicy: (world, { policy: name, propagation }) =>
    remove(world, mine(world, 'SnapshotPolicy', name), propagation),
  CreatePolicy: (world, { policy: name }, setting) => create(world, policy(name, setting)),
  DeleteSchedule: (world, { policy: name, propagation }) =>
    remove(world, mine(world, 'SnapshotSchedule', name), propagation),
  CreateSchedule: (world, { policy: name }, setting) => create(world, schedule(name, setting)),
  EditRetention: (world, { policy: name, keepLatest }) =>
    edit(world, mine(world, 'SnapshotPolicy', name), { spec: { retention: { keepLatest } } }),
  Suspend: (world, { policy: name, suspend }) =>
    edit(world, mine(world, 'SnapshotSchedule', name), { spec: { schedule: { suspend } } }),
  DeleteNamespace: (world) =>
    world.person((store) => void store.remove({ apiVersion: 'v1', kind: 'Namespace', name: APPS })),
}

const onRestores: Pick<
  Performers,
  'RestoreSnapshot' | 'RestorePolicy' | 'DeleteRestore' | 'EditRestore' | 'Populate' | 'DeleteClaim' | 'DeleteStage'
> = {
  RestoreSnapshot: (world, { pick, name }) => {
    const snapshot = nth(world, 'Snapshot', pick)
    create(world, restore(name, { snapshotRef: { name: snapshot?.metadata.name ?? 'never' } }))
  },
  RestorePolicy: (world, { policy: name, name: number, wait }) =>
    create(world, restore(number, { fromPolicy: { name } }, wait ? { waitTimeout: '2m' } : {})),
  DeleteRestore: (world, { pick, propagation }) => remove(world, nth(world, 'Restore', pick), propagation),
  Populate: (world, { name }) => {
    create(world, populator())
    create(world, fillable(name))
  },
  DeleteClaim: (world, { pick }) =>
    remove(
      world,
      chosen(
        world.list('v1', 'PersistentVolumeClaim', APPS).filter(({ metadata }) => metadata.name.startsWith('filled-')),
        pick,
      ),
    ),
  DeleteStage: (world, { pick }) => remove(world, chosen(staged(world), pick)),
  EditRestore: (world, { pick, policy: name }) =>
    edit(world, nth(world, 'Restore', pick), { spec: { source: { snapshotRef: null, fromPolicy: { name } } } }),
}

const troubles: Pick<
  Performers,
  | 'WipeBackend'
  | 'RestartMetacontroller'
  | 'HooksDown'
  | 'Lag'
  | 'LineTrouble'
  | 'ApiTrouble'
  | 'MoverTrouble'
  | 'ClockJump'
> = {
  WipeBackend: (world) => {
    world.wiped = true
    world.backends.wipe(STORAGE)
  },
  RestartMetacontroller: (world) => world.cluster.metacontroller.restart(),
  HooksDown: (world, { down }) => world.hooksDown(down),
  Lag: (world, { milliseconds }) => {
    world.troubles.lag = milliseconds
  },
  LineTrouble: (world, { lost, doubled }) => {
    Object.assign(world.troubles.line, { lost, doubled })
  },
  ApiTrouble: (world, { share }) => {
    world.troubles.api = share
  },
  MoverTrouble: (world, { dies, silent, fails }) => {
    Object.assign(world.troubles.mover, { DiesBefore: dies, DiesAfter: dies, CannotReport: silent, Fails: fails })
  },
  ClockJump: (world, { minutes }) => {
    world.troubles.skew = minutes * 60_000
    world.behind = Math.max(world.behind, -world.troubles.skew)
    world.ahead = Math.max(world.ahead, world.troubles.skew)
  },
}

const performers: Performers = { ...onSnapshots, ...onOwners, ...onRestores, ...troubles }
