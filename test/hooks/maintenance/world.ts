import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { maintenance } from '../../../hooks/maintenance'
import type { EffectRefusal } from '../../../hooks/effect'
import { needKey, type Need, type ReadOutcome } from '../../../hooks/need'
import type { Settings } from '../../../hooks/settings'
import { ready } from '../repository/snapshots'
import { API, aSecret, NOW, settings, type Called } from '../repository/world'

export interface World {
  readonly parent: KubeObject
  /** As the cache has it. */
  readonly repository?: KubeObject | null
  /** As it is now, where the cache is behind. */
  readonly liveRepository?: KubeObject | null
  readonly jobs?: ReadonlyArray<KubeObject>
  readonly objects?: ReadonlyArray<KubeObject>
  readonly now?: number
  readonly settings?: Settings
  readonly refusals?: ReadonlyArray<EffectRefusal>
}

export const aMaintenance = (
  spec: object = {},
  metadata: Partial<KubeObject['metadata']> = {},
  status?: object,
): KubeObject => ({
  apiVersion: API,
  kind: 'Maintenance',
  metadata: {
    name: 'main',
    namespace: 'db',
    uid: 'maintenance-uid',
    generation: 1,
    creationTimestamp: '2026-08-05T11:00:00Z',
    ...metadata,
  },
  spec: {
    repository: { name: 'main' },
    schedule: { quick: { cron: '0 */6 * * *' }, full: { cron: '0 3 * * *' } },
    ownership: { owner: 'kopiur/db/main' },
    ...spec,
  },
  ...(status === undefined ? {} : { status }),
})

const repositoryOf = (world: World): ReadonlyArray<KubeObject> =>
  world.repository === null ? [] : [world.repository ?? ready()]

const read = (world: World, need: Need): ReadOutcome => {
  if (need._tag === 'List')
    return {
      _tag: 'Listed',
      items: [...(world.jobs ?? []), ...(world.objects ?? [])].filter(({ kind }) => kind === need.kind),
    }
  const { kind, name, namespace } = need.ref
  const repositories = world.liveRepository === undefined ? repositoryOf(world) : [world.liveRepository ?? []].flat()
  const object = [world.parent, ...repositories, ...(world.jobs ?? []), ...(world.objects ?? [aSecret()])].find(
    (one) => one.kind === kind && one.metadata.name === name && one.metadata.namespace === namespace,
  )
  return object === undefined ? { _tag: 'Missing' } : { _tag: 'Found', object }
}

const mapOf = (objects: ReadonlyArray<KubeObject>) =>
  Object.fromEntries(
    objects.map((object) => [[object.metadata.namespace ?? [], object.metadata.name].flat().join('/'), object]),
  )

export const call = (world: World): Called => {
  const repositories = repositoryOf(world)
  const question = maintenance.sync({
    controller: { apiVersion: 'metacontroller.k8s.io/v1alpha1', kind: 'CompositeController', metadata: { name: 'c' } },
    parent: world.parent,
    children: { 'Job.batch/v1': mapOf(world.jobs ?? []) },
    related: Object.fromEntries(
      ['Repository', 'ClusterRepository'].map((kind) => [
        `${kind}.${API}`,
        mapOf(repositories.filter((one) => one.kind === kind)),
      ]),
    ),
    finalizing: false,
  })
  if (E.isLeft(question)) throw new Error(JSON.stringify(question.left.map(({ message, value }) => message ?? value)))
  const circumstances = {
    now: world.now ?? NOW,
    settings: world.settings ?? settings,
    refusals: world.refusals ?? [],
  }
  const reads = new Map<string, ReadOutcome>()
  for (let round = 0; round < 5; round += 1)
    for (const need of question.right.needs({ ...circumstances, reads }))
      if (!reads.has(needKey(need))) reads.set(needKey(need), read(world, need))
  const decided = question.right.decide({ ...circumstances, reads })
  if (E.isLeft(decided)) throw new Error(JSON.stringify(decided.left))
  return { ...decided.right, needs: [...reads.keys()] }
}

/** Applies the status of an answer to the parent. */
export const after = (world: World): World => ({ ...world, parent: { ...world.parent, status: call(world).status } })
