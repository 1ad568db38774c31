import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import type { Seen } from '../world/history'
import type { World } from '../world/world'
import type { Oracle } from './oracle'

const ENDED: { readonly [kind: string]: ReadonlyArray<string> } = {
  Snapshot: ['Succeeded', 'Failed', 'Unchanged', 'Discovered'],
  Restore: ['Completed', 'Failed'],
}

const OPERATIONS: { readonly [kind: string]: string } = { Snapshot: '"snapshot":', Restore: '"restore":' }

/** The live owner of a run's Job; other Jobs, as that of a pin, belong to no run. */
const runOf = (world: World, job: KubeObject): KubeObject | undefined => {
  const owner = job.metadata.ownerReferences?.find(({ controller }) => controller === true)
  const operation = owner === undefined ? undefined : OPERATIONS[owner.kind]
  if (owner === undefined || operation === undefined || !JSON.stringify(job['spec']).includes(escaped(operation)))
    return undefined
  const found = world.get({
    apiVersion: API_VERSION,
    kind: owner.kind,
    namespace: job.metadata.namespace ?? '',
    name: owner.name,
  })
  return found?.metadata.uid === owner.uid && !isPopulator(found) ? found : undefined
}

const escaped = (text: string): string =>
  JSON.stringify(`{"operation":{${text}`).slice(1, -1).replace('{\\"operation\\":{', '')

/** It never ends: a claim may always come. */
const isPopulator = ({ spec }: KubeObject): boolean =>
  (spec as { target?: { populator?: object } } | undefined)?.target?.populator !== undefined

const phaseOf = ({ status }: KubeObject): string => String((status as { phase?: unknown } | undefined)?.phase ?? '')

const hasEnded = (run: KubeObject): boolean => ENDED[run.kind]?.includes(phaseOf(run)) ?? false

export const terminalRuns: Oracle = {
  name: 'invariant 5: a terminal run never runs again',
  watch: (world) => {
    const ended = new Map<string, string>()
    world.history.onChange((seen) => {
      judgePhase(world, ended, seen)
      if (seen.object.kind !== 'Job' || seen.type !== 'ADDED') return
      const run = runOf(world, seen.object)
      if (run !== undefined && hasEnded(run))
        world.violate(terminalRuns.name, `Job ${seen.object.metadata.name} was made for a ${phaseOf(run)} ${run.kind}`)
    })
    return {}
  },
}

/** An end is an end: only deletion follows. */
const judgePhase = (world: World, ended: Map<string, string>, { object }: Seen): void => {
  if (ENDED[object.kind] === undefined || object.apiVersion !== API_VERSION || isPopulator(object)) return
  const uid = object.metadata.uid ?? ''
  const before = ended.get(uid)
  const now = phaseOf(object)
  if (before !== undefined && now !== before && now !== 'Deleting')
    world.violate(terminalRuns.name, `${object.kind} ${object.metadata.name} went from ${before} to ${now}`)
  if (hasEnded(object)) ended.set(uid, now)
}

export const savedOnce: Oracle = {
  name: 'invariant 5: one run saves one kopia snapshot',
  watch: (world) => ({
    atEnd: () => {
      const saved = world.backends.acts.flatMap((act) => (act._tag === 'Saved' ? [act.runUid] : []))
      for (const runUid of new Set(saved)) {
        const times = saved.filter((uid) => uid === runUid).length
        if (times > 1) world.violate(savedOnce.name, `run ${runUid} saved ${times} kopia snapshots`)
      }
    },
  }),
}

export const recordedOutcomes: Oracle = {
  name: 'invariant 5: a finished Job is dropped only after its outcome is in the status',
  watch: (world) => {
    world.history.onChange(({ object, dies, by, before }) => {
      if (object.kind !== 'Job' || !dies || by !== 'metacontroller') return
      const run = runOf(world, before ?? object)
      if (run === undefined || run.metadata.deletionTimestamp !== undefined || hasEnded(run)) return
      if (isFinished(before ?? object))
        world.violate(
          recordedOutcomes.name,
          `Job ${object.metadata.name} was dropped while ${run.kind} is ${phaseOf(run)}`,
        )
    })
    return {}
  },
}

const isFinished = ({ status }: KubeObject): boolean =>
  ((status as { conditions?: ReadonlyArray<{ type: string; status: string }> } | undefined)?.conditions ?? []).some(
    ({ type, status: on }) => (type === 'Complete' || type === 'Failed') && on === 'True',
  )

/** Nothing hangs: after the troubles every run has ended, or its status says what it waits for. */
export const nothingHangs: Oracle = {
  name: 'invariant 7: whatever happened, every run comes to an end or says what it waits for',
  watch: (world) => ({
    atEnd: () => {
      for (const kind of ['Snapshot', 'Restore'])
        for (const run of world.list(API_VERSION, kind)) {
          const dying = run.metadata.deletionTimestamp !== undefined
          if (dying ? !isHeld(run) : !hasEnded(run) && !saysWhy(run))
            world.violate(
              nothingHangs.name,
              `${kind} ${run.metadata.name} is ${dying ? 'dying' : phaseOf(run)} for ever: ${reasonOf(run)}`,
            )
        }
    },
  }),
}

const conditionsOf = ({ status }: KubeObject) =>
  (status as { conditions?: ReadonlyArray<{ type: string; status: string; reason: string }> } | undefined)
    ?.conditions ?? []

const reasonOf = (run: KubeObject): string => conditionsOf(run).find(({ type }) => type === 'Ready')?.reason ?? ''

const isHeld = (run: KubeObject): boolean =>
  conditionsOf(run).some(({ type, status }) => type === 'DeletionHeld' && status === 'True') ||
  (run.metadata.finalizers ?? []).length === 0 ||
  conditionsOf(run).some(({ type, status }) => type === 'DeletionPlanned' && status === 'True')

/** Reasons that stand until somebody does something. */
const WAITS_FOR_SOMEBODY = [
  'RestoreReferentMissing',
  'AwaitingPvcDataSourceRef',
  'InvalidSpec',
  'RepositoryNotReady',
  'JobNameTaken',
  'MissingCredentialsSecret',
  'SourcePvcMissing',
  'TargetClaimMissing',
  'PolicyNotFound',
  'PolicyTerminating',
  'RepositoryNotFound',
]

const saysWhy = (run: KubeObject): boolean =>
  WAITS_FOR_SOMEBODY.includes(reasonOf(run)) || claimsOf(run).some(({ reason }) => WAITS_FOR_SOMEBODY.includes(reason))

/** What a populator waits for stands in the records of its claims. */
const claimsOf = ({ status }: KubeObject): ReadonlyArray<{ readonly reason: string }> =>
  Object.values((status as { claims?: { [claim: string]: { reason: string } } } | undefined)?.claims ?? {})
