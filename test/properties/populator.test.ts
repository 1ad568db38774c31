import { controllers } from '../../hooks/registry'
import { API_VERSION, GROUP } from '../../api/names/group'
import type { KubeObject } from '../../api/kubernetes/object'
import { refOf } from '../../embedded/api/kind-definition'
import { establish, REPOSITORY, USUAL, type Setting } from './world/setting'
import { APPS, World } from './world/world'

jest.setTimeout(120_000)

const setting: Setting = { ...USUAL, retention: { keepLatest: 5 } }

const claimOf = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: APPS },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    dataSourceRef: { apiGroup: GROUP, kind: 'Restore', name: 'filling' },
  },
})

const restore = (policy: object = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'Restore',
  metadata: { name: 'filling', namespace: APPS },
  spec: {
    source: { fromPolicy: { name: 'first' } },
    target: { populator: {} },
    repository: { name: REPOSITORY },
    policy,
  },
})

interface Told {
  readonly phase?: string
  readonly claims?: {
    readonly [claim: string]: { readonly phase?: string; readonly reason?: string; readonly pvcPrime?: string }
  }
}

const running = new Set<World>()
afterEach(() => {
  running.forEach((world) => world.stop())
  running.clear()
})

const started = async (minutes: number): Promise<World> => {
  const world = new World({ seed: 3, controllers })
  running.add(world)
  world.cluster.start()
  establish(world, setting)
  await world.run(minutes * 60_000)
  return world
}

const status = (world: World): Told =>
  (world.get({ apiVersion: API_VERSION, kind: 'Restore', namespace: APPS, name: 'filling' })?.['status'] ?? {}) as Told

const claim = (world: World, name: string) =>
  world.get({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: APPS, name })

const volumeOf = (world: World, name: string): KubeObject | undefined => {
  const { volumeName } = (claim(world, name)?.['spec'] ?? {}) as { volumeName?: string }
  return volumeName === undefined
    ? undefined
    : world.get({ apiVersion: 'v1', kind: 'PersistentVolume', name: volumeName })
}

const create = (world: World, ...objects: ReadonlyArray<KubeObject>): void =>
  world.person((store) => objects.forEach((object) => store.create(object)))

const primes = (world: World): ReadonlyArray<string> =>
  world
    .list('v1', 'PersistentVolumeClaim', APPS)
    .flatMap(({ metadata }) => (metadata.name.startsWith('prime-') ? [metadata.name] : []))

describe('a Restore that fills claims', () => {
  it('waits until a claim names it', async () => {
    const world = await started(1)
    create(world, restore())
    await world.run(60_000)
    expect(status(world).phase).toBe('Pending')
    expect(world.list('batch/v1', 'Job', APPS).filter(({ metadata }) => metadata.name.startsWith('filling'))).toEqual(
      [],
    )
  })

  it('fills each of them with a volume of its own and tidies up behind itself', async () => {
    const world = await started(6)
    create(world, restore(), claimOf('one'), claimOf('two'))
    await world.run(5 * 60_000)
    expect(status(world)).toMatchObject({
      phase: 'Completed',
      claims: { one: { phase: 'Populated' }, two: { phase: 'Populated' } },
    })
    const restored = world.backends.acts.flatMap((act) => (act._tag === 'Restored' ? [act.claim] : []))
    expect(restored.sort()).toEqual(['one', 'two'].map((name) => `prime-${claim(world, name)?.metadata.uid}`).sort())
    expect(primes(world)).toEqual([])
    for (const name of ['one', 'two']) {
      const volume = volumeOf(world, name)
      expect(volume?.metadata.name).toMatch(/^pv-/)
      expect(volume?.metadata.annotations ?? {}).toEqual({})
      expect(volume?.['spec']).toMatchObject({ persistentVolumeReclaimPolicy: 'Delete', claimRef: { name } })
    }
  })

  it('gives an empty volume where nothing is there to restore, and never writes to it later', async () => {
    const world = await started(1)
    create(world, restore(), claimOf('one'))
    await world.run(3 * 60_000)
    expect(status(world).claims?.['one']).toMatchObject({ phase: 'Populated', reason: 'NoSnapshotContinue' })
    await world.run(20 * 60_000)
    expect(world.backends.acts.some(({ _tag }) => _tag === 'Saved')).toBe(true)
    expect(world.backends.acts.some(({ _tag }) => _tag === 'Restored')).toBe(false)
  })

  it('leaves a claim alone that somebody else has bound', async () => {
    const world = await started(6)
    create(
      world,
      { ...claimOf('one'), spec: { ...(claimOf('one')['spec'] as object), volumeName: 'theirs' } },
      restore(),
    )
    await world.run(2 * 60_000)
    expect(status(world).claims?.['one']).toMatchObject({ phase: 'AlreadyBound', reason: 'TargetAlreadyBound' })
    expect(world.backends.acts.some(({ _tag }) => _tag === 'Restored')).toBe(false)
  })

  it('starts anew when a claim is made again, from the same snapshot', async () => {
    const world = await started(6)
    create(world, restore(), claimOf('one'))
    await world.run(3 * 60_000)
    world.person((store) => store.remove(refOf(claim(world, 'one') ?? claimOf('one'))))
    await world.run(10 * 60_000)
    create(world, claimOf('one'))
    await world.run(5 * 60_000)
    expect(status(world).claims?.['one']).toMatchObject({ phase: 'Populated' })
    const ids = world.backends.acts.flatMap((act) => (act._tag === 'Restored' ? [act.id] : []))
    expect(ids).toEqual([ids[0], ids[0]])
  })

  it.each([10, 20, 30, 40, 60, 90])('deleted after %d seconds takes no volume with data', async (seconds) => {
    const world = await started(6)
    create(world, restore(), claimOf('one'))
    await world.run(seconds * 1_000)
    const before = world.list('v1', 'PersistentVolume').map(({ metadata }) => metadata.name)
    world.person((store) =>
      store.remove(
        { apiVersion: API_VERSION, kind: 'Restore', namespace: APPS, name: 'filling' },
        { propagationPolicy: 'Foreground' },
      ),
    )
    await world.run(10 * 60_000)
    const after = world.list('v1', 'PersistentVolume').map(({ metadata }) => metadata.name)
    expect(after).toEqual(expect.arrayContaining(before))
  })
})
