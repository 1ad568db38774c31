import { compositeRequest, decoratorRequest } from '../../../api/metacontroller/sync'
import { customizeRequest } from '../../../api/metacontroller/customize'
import type { KubeObject } from '../../../api/kubernetes/object'
import { settle } from '../../../embedded/settle'
import { normalized, recorded } from '../golden'
import {
  composite,
  decorator,
  jobRef,
  snap,
  toy,
  toyCluster,
  type ToyCluster,
  type Body,
  type ToyHooks,
} from '../toy-cluster'
import { done, policy, policyRef, START } from '../toy-store'

const hooks: ToyHooks = {
  '/c/customize': () => recorded('customize-response'),
  '/c/sync': () => recorded('composite-sync-response'),
  '/c/fin': () => recorded('composite-finalize-response'),
  '/d/customize': () => recorded('customize-response'),
  '/d/sync': () => recorded('decorator-sync-response'),
  '/d/fin': () => ({ ...recorded('decorator-sync-response'), finalized: false }),
}

const all = ['customize', 'sync', 'finalize']

/** The situation in which the bodies were recorded: a policy of team-a, a Job that runs, then a deletion. */
const story = async (): Promise<ToyCluster> => {
  const cluster = toyCluster(hooks, [decorator({ hooks: all }), composite({ hooks: all })])
  const { store, clock } = cluster
  done(store.create(toy('Repo', 'repo-a', {}, { n: 1 })))
  done(store.create(toy('Repo', 'repo-b', { namespace: 'team-b' }, { n: 1 })))
  done(store.create(toy('ClusterRepo', 'cr-a')))
  cluster.start()
  await settle(cluster)
  done(store.create(policy('p1', { n: 1 })))
  await settle(cluster)
  const status = { active: 1, ready: 0, startTime: '2026-11-29T19:10:44Z', terminating: 0, uncountedTerminatedPods: {} }
  done(store.updateStatus({ ...done(store.get(jobRef('j-p1'))), status }))
  await settle(cluster)
  await clock.runUntil(START + 4_000)
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  return cluster
}

describe('the recorded bodies', () => {
  it.each([
    ['composite-sync-first-request', compositeRequest],
    ['composite-sync-request', compositeRequest],
    ['composite-sync-request-cluster-parent', compositeRequest],
    ['composite-finalize-request', compositeRequest],
    ['decorator-sync-request', decoratorRequest],
    ['decorator-finalize-request', decoratorRequest],
    ['composite-customize-request', customizeRequest],
    ['decorator-customize-request', customizeRequest],
  ])('%s decodes', (name, codec) => expect(codec.decode(recorded(name))._tag).toBe('Right'))

  const expected = (name: string): string => normalized(recorded(name))

  it('are what is sent in the same situation, byte for byte but for UIDs, versions and times', async () => {
    const { bodies } = await story()
    const text = (path: string, pick: (texts: ReadonlyArray<string>) => string | undefined) =>
      pick(bodies(path).map(normalized))
    const last = (texts: ReadonlyArray<string>) => texts.at(-1)
    const first = (texts: ReadonlyArray<string>) => texts[0]
    expect(text('/c/customize', first)).toBe(expected('composite-customize-request'))
    expect(text('/d/customize', first)).toBe(expected('decorator-customize-request'))
    expect(text('/c/sync', first)).toBe(expected('composite-sync-first-request'))
    expect(text('/c/sync', last)).toBe(expected('composite-sync-request'))
    expect(text('/d/sync', last)).toBe(expected('decorator-sync-request'))
    expect(text('/c/fin', first)).toBe(expected('composite-finalize-request'))
    expect(text('/d/fin', first)).toBe(expected('decorator-finalize-request'))
  })
})

it('sends the children of a cluster-scoped parent from all namespaces, by namespace and name or by name', async () => {
  const body = recorded('composite-sync-request-cluster-parent')
  const children = [snap('cl-snap'), toy('ClusterRepo', 'cl-child', {}, {})]
  const sync = ({ parent }: Body) => ({
    status: { phase: 'x' },
    children: parent.metadata.name === 'cr-a' ? children : [],
  })
  const { metadata, spec } = body['controller'] as KubeObject
  const controller = {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: metadata.name },
    spec,
  }
  const cluster = toyCluster({ '/cl/sync': sync }, [controller])
  done(cluster.store.create(toy('ClusterRepo', 'cr-a')))
  cluster.start()
  await settle(cluster)
  const sent = cluster.bodies('/cl/sync').filter(({ parent }) => parent.metadata.name === 'cr-a')
  expect(normalized(sent.at(-1))).toBe(normalized(body))
})
