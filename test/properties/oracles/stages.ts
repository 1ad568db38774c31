import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import type { Seen } from '../world/history'
import { snapshots, staged } from '../world/person'
import { APPS, type World } from '../world/world'
import type { Oracle } from './oracle'

interface MoverJob {
  readonly template?: {
    readonly spec?: {
      readonly volumes?: ReadonlyArray<{
        readonly name: string
        readonly persistentVolumeClaim?: { readonly claimName: string }
      }>
    }
  }
}

const ownerOf = ({ metadata }: KubeObject) =>
  metadata.ownerReferences?.find(({ controller, kind }) => controller === true && kind === 'Snapshot')

const sourceOf = ({ spec }: KubeObject): string | undefined =>
  (spec as MoverJob | undefined)?.template?.spec?.volumes?.find(({ name }) => name === 'source')?.persistentVolumeClaim
    ?.claimName

const copyMethodOf = (world: World, snapshot: string): string | undefined => {
  const ref = { apiVersion: API_VERSION, namespace: APPS }
  const run = world.get({ ...ref, kind: 'Snapshot', name: snapshot })
  const name = (run?.['spec'] as { policyRef?: { name: string } } | undefined)?.policyRef?.name
  const policy = name === undefined ? undefined : world.get({ ...ref, kind: 'SnapshotPolicy', name })
  return (policy?.['spec'] as { copyMethod?: string } | undefined)?.copyMethod
}

/** What the run of this Snapshot is to mount; nothing when its policy is gone and it cannot be told. */
const wantedOf = (world: World, snapshot: string): string | undefined => {
  const method = copyMethodOf(world, snapshot)
  return method === undefined ? undefined : method === 'Direct' ? 'data' : `${snapshot}-src`
}

const isForeign = (world: World, source: string, uid: string): boolean => {
  const claim = world.get({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: APPS, name: source })
  return source.endsWith('-src') && claim !== undefined && ownerOf(claim)?.uid !== uid
}

/** A mover reads the copy that was made for its own run, never the live volume and never that of another. */
export const ownCopy: Oracle = {
  name: 'a run that is to read a copy reads its own',
  watch: (world) => {
    world.history.onChange(({ type, object }) => {
      const source = type === 'ADDED' && object.kind === 'Job' ? sourceOf(object) : undefined
      const owner = ownerOf(object)
      if (source === undefined || owner === undefined) return
      const wanted = wantedOf(world, owner.name) ?? source
      if (source !== wanted || isForeign(world, source, owner.uid))
        world.violate(ownCopy.name, `${object.metadata.name} reads ${source} instead of ${wanted}`)
    })
    return {}
  },
}

/** Made once, but for what a person took away; nothing of it is left in the end, nor a volume that a call has seen. */
export const stagesGo: Oracle = {
  name: 'what is staged is made once, and goes',
  watch: (world) => {
    const made = new Map<string, number>()
    const shown = new Set<string>()
    world.history.onChange((seen) => count(world, made, seen))
    world.onAnswer((path, body, { status }) => {
      if (path === '/v2/snapshot-staging/sync' && status === 200)
        volumesIn(world, body).forEach((name) => shown.add(name))
    })
    return {
      atEnd: () => {
        const volumes = copiesOfVolumes(world).filter(({ metadata }) => shown.has(metadata.name))
        const waiting = new Set(waitingRuns(world).flatMap((name) => [`${name}-src`, `${name}-snap`]))
        const left = [...staged(world), ...volumes]
          .filter((one) => !waiting.has(claimOf(one)))
          .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        if (left.length > 0) world.violate(stagesGo.name, `left: ${left.join(', ')}`)
      },
    }
  },
}

/** The volumes of the living claims that a call about a living Snapshot shows; those that only a cache remembers are gone. */
const volumesIn = (world: World, body: unknown): ReadonlyArray<string> => {
  const { object, attachments } = body as {
    object: KubeObject
    attachments?: Record<string, Record<string, KubeObject>>
  }
  if (object.metadata.deletionTimestamp !== undefined) return []
  return Object.values(attachments?.['PersistentVolumeClaim.v1'] ?? {}).flatMap((claim) => {
    const { volumeName } = claim['spec'] as { volumeName?: string }
    const live = world.get({ apiVersion: 'v1', kind: claim.kind, namespace: APPS, name: claim.metadata.name })
    const isThere = live?.metadata.uid === claim.metadata.uid && live?.metadata.deletionTimestamp === undefined
    return volumeName !== undefined && isBound(claim) && isThere ? [volumeName] : []
  })
}

const isBound = (claim: KubeObject): boolean => (claim['status'] as { phase?: string } | undefined)?.phase === 'Bound'

/** Runs that have not ended, as of a repository that is gone, keep what they are going to read. */
const waitingRuns = (world: World): ReadonlyArray<string> =>
  snapshots(world)
    .filter(({ status }) => ['Pending', 'Running'].includes((status as { phase?: string } | undefined)?.phase ?? ''))
    .map(({ metadata }) => metadata.name)

const claimOf = ({ kind, metadata, spec }: KubeObject): string =>
  kind === 'PersistentVolume'
    ? ((spec as { claimRef?: { name: string } } | undefined)?.claimRef?.name ?? '')
    : metadata.name

const count = (world: World, made: Map<string, number>, { type, object, dies, by }: Seen): void => {
  const owner = ownerOf(object)
  if (owner === undefined || !['VolumeSnapshot', 'PersistentVolumeClaim'].includes(object.kind)) return
  const key = `${object.kind} of ${owner.uid}`
  const before = made.get(key) ?? 0
  if (dies && by === 'person') made.set(key, before - 1)
  if (type !== 'ADDED') return
  made.set(key, before + 1)
  if (before >= 1) world.violate(stagesGo.name, `${object.kind} ${object.metadata.name} was made again`)
}

const copiesOfVolumes = (world: World): ReadonlyArray<KubeObject> =>
  world
    .list('v1', 'PersistentVolume')
    .filter(
      ({ spec }) => (spec as { claimRef?: { name: string } } | undefined)?.claimRef?.name.endsWith('-src') === true,
    )
