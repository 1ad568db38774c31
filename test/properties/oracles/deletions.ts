import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { API_VERSION } from '../../../api/names/group'
import type { KopiaAct } from '../model/kopia-repository'
import type { Life, Seen } from '../world/history'
import { APPS, type World } from '../world/world'
import type { Oracle } from './oracle'
import { EXPIRY, snapshotFacts, type SnapshotFacts } from './snapshot-facts'

const DATA = 'invariant 2: kopia data goes only with a Snapshot that was deleted for it'
const HELD = 'invariant 2: nothing is deleted while the breaker holds it'

type Deleted = Extract<KopiaAct, { readonly _tag: 'Deleted' }>

export const deletedData: Oracle = {
  name: DATA,
  watch: (world) => ({
    atEnd: () => {
      for (const act of world.backends.acts) if (act._tag === 'Deleted') judge(world, act)
    },
  }),
}

const judge = (world: World, act: Deleted): void => {
  const life = world.history.lives.get(act.memberUid)
  const dying = life?.dying
  if (dying === undefined || dying.at > act.at)
    return world.violate(DATA, `${act.snapshot.id} was deleted while its Snapshot lives`)
  const facts = snapshotFacts(dying.before ?? dying.object)
  const name = dying.object.metadata.name
  if (facts.deletionPolicy !== 'Delete')
    return world.violate(DATA, `${name} has deletionPolicy ${facts.deletionPolicy} and lost its data`)
  const reason = unjustified(world, dying, facts)
  if (reason !== undefined) world.violate(DATA, `${name} lost its data: ${reason}`)
}

/** Why a death is no reason to delete data; nothing if it is one. */
const unjustified = (world: World, { by, at }: Seen, facts: SnapshotFacts): string | undefined => {
  if (by === 'person') return undefined
  if (cascades(world, facts, at)) return undefined
  if (by === 'cluster')
    return namespaceDying(world) && allowsNamespace(world)
      ? undefined
      : `the cluster deleted it (${JSON.stringify(facts)})`
  if (facts.pinned) return 'it was pinned'
  return EXPIRY.includes(facts.stamp) ? undefined : `it had no stamp of an expiry but ${facts.stamp}`
}

/** Its policy or its schedule was deleted and says that data goes along. */
const cascades = (world: World, facts: SnapshotFacts, at: number): boolean => {
  const died = (uid: string | undefined): boolean => {
    const life: Life | undefined = world.history.lives.get(uid ?? '')
    return life?.dying !== undefined && life.dying.at <= at
  }
  return (
    (died(facts.policyUid) && facts.onPolicyDelete === 'Delete') ||
    (died(facts.scheduleUid) && facts.onScheduleDelete === 'Delete')
  )
}

const namespaceDying = (world: World): boolean =>
  [...world.history.lives.values()].some(
    ({ created, dying }) => created.object.kind === 'Namespace' && dying !== undefined,
  )

const allowsNamespace = (world: World): boolean =>
  [...world.history.lives.values()].some(
    ({ created: { object } }) =>
      object.kind === 'Repository' &&
      (object['spec'] as { onNamespaceDelete?: string } | undefined)?.onNamespaceDelete === 'Delete',
  )

/** Milliseconds from the last read of the repository to the creation of its Job. */
const UNSEEN = 2_000

export const breaker: Oracle = {
  name: HELD,
  watch: (world) => {
    world.history.onChange(({ object, type, at }) => {
      const members = object.kind === 'Job' && type === 'ADDED' ? membersOf(object) : []
      if (members.length === 0) return
      const pending = pendingExternal(world, at - UNSEEN)
      const threshold = thresholdOf(world)
      if (threshold > 0 && pending.length >= threshold && members.some((uid) => pending.includes(uid)))
        world.violate(HELD, `${object.metadata.name} deletes while ${pending.length} of ${threshold} wait`)
    })
    return {}
  },
}

const membersOf = ({ metadata }: KubeObject): ReadonlyArray<string> =>
  (metadata.annotations?.[Annotation.deleteMembers] ?? '').split(',').filter((uid) => uid !== '')

const thresholdOf = (world: World): number => {
  const [repository] = world.list(API_VERSION, 'Repository', APPS)
  const spec = repository?.['spec'] as { deletionProtection?: { threshold?: number } } | undefined
  return spec?.deletionProtection?.threshold ?? 10
}

/** Snapshots that people deleted before a time, and whose data would go and is still there. */
const pendingExternal = (world: World, before: number): ReadonlyArray<string> =>
  world.list(API_VERSION, 'Snapshot', APPS).flatMap((snapshot) => {
    const dying = world.history.life(snapshot)?.dying
    const facts = snapshotFacts(snapshot)
    const external = dying?.by === 'person' && dying.at <= before && facts.stamp === undefined
    const uid = snapshot.metadata.uid ?? ''
    return external && facts.deletionPolicy === 'Delete' && facts.kopiaId !== undefined && isSaved(world, uid)
      ? [uid]
      : []
  })

/** A row whose data has just gone waits for nothing any more. */
const isSaved = ({ backends }: World, runUid: string): boolean =>
  backends.all().some((repository) => repository.byRun(runUid).length > 0)
