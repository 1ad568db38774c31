import * as E from 'fp-ts/Either'
import type { KubeClient, ListQuery } from '../../../api/kubernetes/client'
import { scopedClient } from '../../../hooks/shell/kube/scoped-client'

const unused = () => {
  throw new Error('not part of this test')
}

const listening = (): KubeClient & { readonly asked: ListQuery[] } => {
  const asked: ListQuery[] = []
  return {
    asked,
    list: (query) => {
      asked.push(query)
      return async () => E.right({ resourceVersion: '1', items: [] })
    },
    watch: (query) => {
      asked.push(query)
      return () => undefined
    },
    get: unused,
    create: unused,
    update: unused,
    updateStatus: unused,
    patch: unused,
    remove: unused,
  }
}

const policies = { apiVersion: 'kopiur.home-operations.com/v1alpha1', kind: 'SnapshotPolicy' }
const namespaces = { apiVersion: 'v1', kind: 'Namespace' }

describe('a client of one namespace', () => {
  it('lists and watches that namespace where all were meant', async () => {
    const inner = listening()
    const client = scopedClient(inner, 'team-a')
    await client.list(policies)()
    client.watch({ ...policies, resourceVersion: '1' }, { onEvent: unused, onEnd: unused })
    expect(inner.asked.map(({ namespace }) => namespace)).toEqual(['team-a', 'team-a'])
  })

  it('leaves a named namespace and kinds without namespaces as they are', async () => {
    const inner = listening()
    const client = scopedClient(inner, 'team-a')
    await client.list({ ...policies, namespace: 'team-b' })()
    await client.list(namespaces)()
    expect(inner.asked).toEqual([{ ...policies, namespace: 'team-b' }, namespaces])
  })
})
