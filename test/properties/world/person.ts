import { isRight } from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { API_VERSION, GROUP } from '../../../api/names/group'
import { refOf } from '../../../embedded/api/kind-definition'
import { REPOSITORY } from './setting'
import { APPS, type World } from './world'

export const restore = (name: number, source: object, more: object = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'Restore',
  metadata: { name: `back-${name}`, namespace: APPS },
  spec: {
    source,
    target: { pvc: { name: `restored-${name}`, capacity: '1Gi', accessModes: ['ReadWriteMany'] } },
    repository: { name: REPOSITORY },
    policy: more,
    ...(name % 2 === 0 ? {} : LASTING_CACHE),
  },
})

const LASTING_CACHE = { mover: { cache: { mode: 'Persistent', capacity: '1Gi' } } }

export const populator = (): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'Restore',
  metadata: { name: 'filling', namespace: APPS },
  spec: {
    source: { fromPolicy: { name: 'first' } },
    target: { populator: {} },
    repository: { name: REPOSITORY },
    ...LASTING_CACHE,
  },
})

/** A claim that the populator fills. */
export const fillable = (name: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: `filled-${name}`, namespace: APPS },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    dataSourceRef: { apiGroup: GROUP, kind: 'Restore', name: 'filling' },
  },
})

/**
 * The next Snapshot that gets a stamp is pinned a second later, and the caches are so slow meanwhile that nobody who
 * trusts them can know.
 */
export const pinNextStamped = (world: World): void => {
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

export const snapshots = (world: World): ReadonlyArray<KubeObject> => world.list(API_VERSION, 'Snapshot', APPS)

export const nth = (world: World, kind: string, pick: number): KubeObject | undefined =>
  chosen(world.list(API_VERSION, kind, APPS), pick)

/** The copies of volumes that are there, and the snapshots they are made of. */
export const staged = (world: World): ReadonlyArray<KubeObject> => [
  ...world.list('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', APPS),
  ...world.list('v1', 'PersistentVolumeClaim', APPS).filter(({ metadata }) => metadata.name.endsWith('-src')),
]

export const chosen = (objects: ReadonlyArray<KubeObject>, pick: number): KubeObject | undefined =>
  objects[pick % Math.max(1, objects.length)]

export const mine = (world: World, kind: string, name: string): KubeObject | undefined =>
  world.get({ apiVersion: API_VERSION, kind, namespace: APPS, name })

const isStamped = ({ metadata }: KubeObject): boolean => metadata.annotations?.[Annotation.prunedBy] !== undefined

export const create = (world: World, object: KubeObject): void => world.person((store) => void store.create(object))

export const remove = (
  world: World,
  object: KubeObject | undefined,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan' = 'Background',
): void => {
  if (object !== undefined) world.person((store) => void store.remove(refOf(object), { propagationPolicy }))
}

/** A merge patch of an object that is not going away. */
export const edit = (world: World, object: KubeObject | undefined, body: object): void => {
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return
  const patched = world.person((store) => store.patch(refOf(object), { type: 'merge', body: { ...body } }))
  if (!isRight(patched) && patched.left.code >= 500) throw new Error(patched.left.message)
}
