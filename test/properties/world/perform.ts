import { isRight } from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { API_VERSION } from '../../../api/names/group'
import { refOf } from '../../../embedded/api/kind-definition'
import type { Action } from './action'
import { policy, REPOSITORY, schedule, STORAGE, type Setting } from './setting'
import { APPS, type World } from './world'

/** Does one action in a world; one that has nothing to act on does nothing. */
export const perform = (world: World, setting: Setting, action: Action): void => {
  switch (action._tag) {
    case 'CreateSnapshot':
      return create(world, {
        apiVersion: API_VERSION,
        kind: 'Snapshot',
        metadata: { name: `by-hand-${world.random.integer(0, 9_999)}`, namespace: APPS },
        spec: { policyRef: { name: action.policy }, deletionPolicy: 'Delete' },
      })
    case 'DeleteSnapshot':
      return remove(world, nth(world, 'Snapshot', action.pick), action.propagation)
    case 'DeleteSnapshots':
      return snapshots(world)
        .slice(0, action.count)
        .forEach((one) => remove(world, one))
    case 'Pin':
      return edit(world, nth(world, 'Snapshot', action.pick), { spec: { pin: action.pin } })
    case 'PinStamped':
      return pinNextStamped(world)
    case 'RemoveStamp':
      return edit(world, nth(world, 'Snapshot', action.pick), {
        metadata: { annotations: { [Annotation.prunedBy]: null } },
      })
    case 'DeleteJob':
      return remove(world, chosen(world.list('batch/v1', 'Job', APPS), action.pick), action.propagation)
    case 'DeletePolicy':
      return remove(world, mine(world, 'SnapshotPolicy', action.policy), action.propagation)
    case 'CreatePolicy':
      return create(world, policy(action.policy, setting))
    case 'DeleteSchedule':
      return remove(world, mine(world, 'SnapshotSchedule', action.policy), action.propagation)
    case 'CreateSchedule':
      return create(world, schedule(action.policy, setting))
    case 'EditRetention':
      return edit(world, mine(world, 'SnapshotPolicy', action.policy), {
        spec: { retention: { keepLatest: action.keepLatest } },
      })
    case 'Suspend':
      return edit(world, mine(world, 'SnapshotSchedule', action.policy), {
        spec: { schedule: { suspend: action.suspend } },
      })
    case 'RestoreSnapshot': {
      const snapshot = nth(world, 'Snapshot', action.pick)
      return create(world, restore(action.name, { snapshotRef: { name: snapshot?.metadata.name ?? 'never' } }))
    }
    case 'RestorePolicy':
      return create(
        world,
        restore(action.name, { fromPolicy: { name: action.policy } }, action.wait ? { waitTimeout: '2m' } : {}),
      )
    case 'DeleteRestore':
      return remove(world, nth(world, 'Restore', action.pick), action.propagation)
    case 'EditRestore':
      return edit(world, nth(world, 'Restore', action.pick), {
        spec: { source: { snapshotRef: null, fromPolicy: { name: action.policy } } },
      })
    case 'DeleteNamespace':
      return world.person((store) => void store.remove({ apiVersion: 'v1', kind: 'Namespace', name: APPS }))
    case 'WipeBackend':
      world.wiped = true
      return world.backends.wipe(STORAGE)
    case 'RestartMetacontroller':
      return world.cluster.metacontroller.restart()
    case 'HooksDown':
      return world.hooksDown(action.down)
    case 'Lag':
      world.troubles.lag = action.milliseconds
      return
    case 'LineTrouble':
      world.troubles.line.lost = action.lost
      world.troubles.line.doubled = action.doubled
      return
    case 'ApiTrouble':
      world.troubles.api = action.share
      return
    case 'MoverTrouble':
      Object.assign(world.troubles.mover, {
        DiesBefore: action.dies,
        DiesAfter: action.dies,
        CannotReport: action.silent,
        Fails: action.fails,
      })
      return
    case 'ClockJump':
      world.troubles.skew = action.minutes * 60_000
      return
  }
}

const restore = (name: number, source: object, more: object = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'Restore',
  metadata: { name: `back-${name}`, namespace: APPS },
  spec: {
    source,
    target: { pvc: { name: `restored-${name}`, capacity: '1Gi', accessModes: ['ReadWriteMany'] } },
    repository: { name: REPOSITORY },
    policy: more,
  },
})

/**
 * The next Snapshot that gets a stamp is pinned a second later, and the caches are so slow meanwhile that nobody who
 * trusts them can know.
 */
const pinNextStamped = (world: World): void => {
  const armed = { on: true }
  world.troubles.leastLag = 4_000
  const disarm = (): void => {
    armed.on = false
    world.troubles.leastLag = 0
  }
  world.clock.schedule(world.clock.now() + 900_000, disarm)
  world.history.onChange(({ object, type, before }) => {
    const fresh = type === 'MODIFIED' && isStamped(object) && (before === undefined || !isStamped(before))
    if (!armed.on || object.kind !== 'Snapshot' || !fresh) return
    armed.on = false
    world.clock.schedule(world.clock.now() + 1_000, () =>
      edit(world, world.get(refOf(object)), { spec: { pin: true } }),
    )
    world.clock.schedule(world.clock.now() + 10_000, disarm)
  })
}

const snapshots = (world: World): ReadonlyArray<KubeObject> => world.list(API_VERSION, 'Snapshot', APPS)

const nth = (world: World, kind: string, pick: number): KubeObject | undefined =>
  chosen(world.list(API_VERSION, kind, APPS), pick)

const chosen = (objects: ReadonlyArray<KubeObject>, pick: number): KubeObject | undefined =>
  objects[pick % Math.max(1, objects.length)]

const mine = (world: World, kind: string, name: string): KubeObject | undefined =>
  world.get({ apiVersion: API_VERSION, kind, namespace: APPS, name })

const isStamped = ({ metadata }: KubeObject): boolean => metadata.annotations?.[Annotation.prunedBy] !== undefined

const create = (world: World, object: KubeObject): void => world.person((store) => void store.create(object))

const remove = (
  world: World,
  object: KubeObject | undefined,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan' = 'Background',
): void => {
  if (object !== undefined) world.person((store) => void store.remove(refOf(object), { propagationPolicy }))
}

/** A merge patch of an object that is not going away. */
const edit = (world: World, object: KubeObject | undefined, body: object): void => {
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return
  const patched = world.person((store) => store.patch(refOf(object), { type: 'merge', body: { ...body } }))
  if (!isRight(patched) && patched.left.code >= 500) throw new Error(patched.left.message)
}
