import { API_VERSION } from '../../../api/names/group'
import type { Seen } from '../world/history'
import { APPS, type World } from '../world/world'
import type { Oracle } from './oracle'
import { EXPIRY, snapshotFacts, type SnapshotFacts } from './snapshot-facts'

const NAME = 'invariant 8: only a stamped Snapshot that is not pinned is dropped'

/** Milliseconds from a hook's last read to Metacontroller's delete: an edit in between comes too late. */
const TOO_LATE = 200

export const stampedDrops: Oracle = {
  name: NAME,
  watch: (world) => {
    const edited = new Map<string, number>()
    world.history.onChange((seen) => {
      if (seen.object.kind !== 'Snapshot') return
      const uid = seen.object.metadata.uid ?? ''
      if (seen.dies && seen.by === 'metacontroller') judge(world, seen, edited.get(uid) ?? 0)
      if (seen.by === 'person') edited.set(uid, seen.at)
    })
    return {}
  },
}

const judge = (world: World, { object, before, at }: Seen, editedAt: number): void => {
  if (at - editedAt < TOO_LATE) return
  const facts = snapshotFacts(before ?? object)
  if (isOrphaned(world, facts.policyUid, facts.scheduleUid)) return
  if (facts.stamp === undefined) return world.violate(NAME, `${object.metadata.name} was dropped without a stamp`)
  if (facts.pinned && EXPIRY.includes(facts.stamp))
    world.violate(NAME, `${object.metadata.name} was dropped although it is pinned`)
}

/** Its policy or schedule is going or gone: then it goes along, whatever it says. */
const isOrphaned = (world: World, ...uids: ReadonlyArray<string | undefined>): boolean =>
  uids.some((uid) => uid !== undefined && world.history.lives.get(uid)?.dying !== undefined)

/** Rows and repository agree at the end. */
export const catalogue: Oracle = {
  name: 'invariant 7: every Succeeded Snapshot has its kopia snapshot, and a deleted one has not',
  watch: (world) => ({
    atEnd: () => {
      const repository = world.backends.all()[0]
      if (repository === undefined || world.wiped) return
      for (const snapshot of world.list(API_VERSION, 'Snapshot', APPS)) {
        const { phase, kopiaId } = snapshotFacts(snapshot)
        if (phase === 'Succeeded' && (kopiaId === undefined || repository.get(kopiaId) === undefined))
          world.violate(catalogue.name, `${snapshot.metadata.name} is Succeeded and ${kopiaId} is not there`)
      }
      for (const { tags, id } of repository.list()) leaked(world, tags['kopiur-run'] ?? '', id)
    },
  }),
}

/** A person deleted a Snapshot for good, nothing speaks for keeping its data, and there it still is. */
const leaked = (world: World, runUid: string, id: string): void => {
  const { dying, gone } = world.history.lives.get(runUid) ?? {}
  if (dying?.by !== 'person' || gone === undefined || isEmptied(world)) return
  const facts = snapshotFacts(dying.before ?? dying.object)
  const kept =
    facts.deletionPolicy !== 'Delete' || isRescued(facts) || isOrphaned(world, facts.policyUid, facts.scheduleUid)
  if (facts.kopiaId === id && !kept)
    world.violate(catalogue.name, `${dying.object.metadata.name} was deleted and ${id} is still there`)
}

/** Pinned after it was chosen for pruning: nobody can tell whose deletion it is, so the data stays. */
const isRescued = ({ pinned, stamp }: SnapshotFacts): boolean => pinned && EXPIRY.includes(stamp)

/** The namespace is going or gone: then its repository is asked nothing any more. */
const isEmptied = (world: World): boolean => {
  const namespace = world.get({ apiVersion: 'v1', kind: 'Namespace', name: APPS })
  return namespace === undefined || namespace.metadata.deletionTimestamp !== undefined
}
