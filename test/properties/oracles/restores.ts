import type { KubeObject } from '../../../api/kubernetes/object'
import { Label } from '../../../api/names/labels'
import type { KopiaAct } from '../model/kopia-repository'
import type { World } from '../world/world'
import type { Oracle } from './oracle'

/** Restored volumes: nothing of ours owns or deletes them, and a pinned source stays. */
export const restoredVolumes: Oracle = {
  name: 'invariant 4: a restored volume outlives its Restore',
  watch: (world) => {
    world.history.onChange(({ object, dies, by, type }) => {
      if (object.kind !== 'PersistentVolumeClaim' || object.metadata.labels?.[Label.op] !== 'restore-target') return
      const owners = object.metadata.ownerReferences ?? []
      if (type !== 'DELETED' && owners.length > 0)
        world.violate(restoredVolumes.name, `claim ${object.metadata.name} is owned by ${owners[0]?.kind}`)
      if (dies && by !== 'person' && !namespaceIsDying(world, object))
        world.violate(restoredVolumes.name, `claim ${object.metadata.name} was deleted by ${by}`)
    })
    return {}
  },
}

/** Going, or gone already. */
const namespaceIsDying = (world: World, { metadata }: KubeObject): boolean => {
  const namespace = world.get({ apiVersion: 'v1', kind: 'Namespace', name: metadata.namespace ?? '' })
  return namespace === undefined || namespace.metadata.deletionTimestamp !== undefined
}

/** A volume goes with its claim, and its claim goes by the hand of its user. */
export const filledVolumes: Oracle = {
  name: 'invariant 4: no volume with restored data is lost',
  watch: (world) => {
    world.history.onChange(({ object, dies, before }) => {
      if (object.kind === 'PersistentVolume' && dies) judgeLoss(world, before ?? object)
    })
    return {}
  },
}

const judgeLoss = (world: World, volume: KubeObject): void => {
  const { claimRef } = (volume['spec'] ?? {}) as { claimRef?: { uid?: string; name?: string } }
  const claim = world.history.lives.get(claimRef?.uid ?? '')
  if (claim === undefined || claim.dying?.by === 'person' || namespaceIsDying(world, claim.created.object)) return
  if (world.backends.acts.some((act) => act._tag === 'Restored' && act.claim === claimRef?.name))
    world.violate(
      filledVolumes.name,
      `${volume.metadata.name} went with ${claimRef?.name}, deleted by ${claim.dying?.by}`,
    )
}

export const pinnedSource: Oracle = {
  name: 'invariant 4: a pinned restore never changes its source',
  watch: (world) => {
    const pinned = new Map<string, string>()
    const seenRunning = new Map<string, number>()
    world.history.onChange(({ object, at }) => {
      if (object.kind !== 'Restore') return
      const uid = object.metadata.uid ?? ''
      if (isRestoring(object) && !seenRunning.has(uid)) seenRunning.set(uid, at)
      const now = pinOf(object)
      const before = pinned.get(uid)
      if (before !== undefined && now !== before)
        world.violate(pinnedSource.name, `${object.metadata.name}: ${before} became ${now}`)
      if (now !== undefined) pinned.set(uid, now)
    })
    return {
      atEnd: () => {
        const acts = world.backends.acts.filter((act): act is Restored => act._tag === 'Restored')
        const known = acts.filter((act) => !wasNeverSeen(world, act, seenRunning.get(act.restoreUid)))
        judgeMixture(world, known)
        for (const { restoreUid, id, claim } of known) {
          // A populator pins for each claim; what one claim got is judged above.
          const pin = claim.startsWith('prime-') ? undefined : pinned.get(restoreUid)
          if (pin !== undefined && pin !== id && world.backends.all()[0]?.get(pin) !== undefined)
            world.violate(pinnedSource.name, `${id} was restored where ${pin} is pinned`)
        }
      },
    }
  },
}

type Restored = Extract<KopiaAct, { readonly _tag: 'Restored' }>

const isRestoring = ({ status }: KubeObject): boolean =>
  JSON.stringify(status ?? {}).includes('"Restoring"') || JSON.stringify(status ?? {}).includes('"Populating"')

/** A Job that somebody deleted before any hook could see it cannot be known to have run. */
const wasNeverSeen = (world: World, { job }: Restored, seenAt: number | undefined): boolean => {
  const dying = world.history.lives.get(job)?.dying
  return dying?.by === 'person' && dying.at <= (seenAt ?? Infinity)
}

/** All attempts of one restore write the same snapshot; kopia may have given it another id meanwhile. */
const judgeMixture = (world: World, acts: ReadonlyArray<Restored>): void => {
  const first = new Map<string, string>()
  for (const { restoreUid, startTime, claim } of acts) {
    const key = `${restoreUid} ${claim}`
    const before = first.get(key) ?? startTime
    first.set(key, before)
    if (before !== startTime)
      world.violate(pinnedSource.name, `one restore wrote the snapshots of ${before} and of ${startTime}`)
  }
}

const pinOf = ({ status }: KubeObject): string | undefined => {
  const { resolved } = (status ?? {}) as { resolved?: { kopiaSnapshotID?: string; resolution?: string } }
  return resolved?.kopiaSnapshotID ?? (resolved?.resolution === 'NoSnapshot' ? 'nothing' : undefined)
}
