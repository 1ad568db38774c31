import type { KubeObject } from '../../../api/kubernetes/object'
import { askHook } from './world'
import { snapshot } from '../../../hooks/snapshot'
import { ask } from './ask-snapshot'
import * as o from './objects'

const elsewhere = (name: string, namespace: string) => ({
  ...o.secret(name),
  metadata: { ...o.secret(name).metadata, namespace },
})
const cluster = (enabled: boolean, allowed: boolean): ReadonlyArray<KubeObject> => [
  o.policy({ repository: { kind: 'ClusterRepository', name: 'shared' }, credentialProjection: { enabled } }),
  o.clusterRepository({ credentialProjection: { allowed } }),
  o.claim(),
  o.namespace(),
  elsewhere('repo-password', 'vault'),
  elsewhere('keys', 'kopiur-system'),
]
const told = (enabled: boolean, allowed: boolean, objects = cluster(enabled, allowed)) =>
  ask(o.owned(), { world: { objects } })

describe('Secrets that the repository keeps elsewhere', () => {
  it('are copied before the Job when both sides agreed', () => {
    const answer = told(true, true)
    expect(answer.children).toEqual(['create data-1'])
    expect(answer.decision.effects).toMatchObject([
      {
        _tag: 'CopySecret',
        from: { namespace: 'vault', name: 'repo-password' },
        to: { metadata: { name: 'data-1-creds-0', namespace: 'db' } },
      },
      {
        _tag: 'CopySecret',
        from: { namespace: 'kopiur-system', name: 'keys' },
        to: { metadata: { name: 'data-1-creds-1' } },
      },
    ])
    expect(JSON.stringify(answer.decision.children[0]?.object)).toContain('"secretRef":{"name":"data-1-creds-1"')
    expect(answer.status.resolved?.credentialProjection).toEqual({ enabled: true })
  })
  it.each([
    ['the consumer does not want it', false, true, 'credentialProjection.enabled'],
    ['the owner does not allow it', true, false, 'credentialProjection.allowed'],
  ])('are not copied when %s', (_, enabled, allowed, hint) => {
    const answer = told(enabled, allowed)
    expect([answer.children, answer.effects.filter((effect) => effect === 'CopySecret')]).toEqual([[], []])
    expect(answer.condition('CredentialsAvailable')).toBe('False/MissingCredentialsSecret')
    expect(answer.status.conditions?.find(({ type }) => type === 'Ready')?.message).toContain(hint)
  })
  it('that are missing there are named', () => {
    expect(told(true, true, cluster(true, true).slice(0, 5)).status.conditions?.[0]?.message).toContain(
      'kopiur-system/keys',
    )
  })
  it('whose copy is refused keep the Job from being made', () => {
    const [effect] = told(true, true).decision.effects
    if (effect === undefined) throw new Error('no effect')
    const refusals = [{ effect, code: 403, message: 'secrets is forbidden' }]
    const parent = o.owned()
    const { decision } = askHook(
      snapshot.sync,
      o.request(parent),
      { objects: [...cluster(true, true), parent] },
      { ...o.around, refusals },
    )
    expect(decision.children).toEqual([])
    expect(JSON.stringify(decision.status)).toContain('secrets is forbidden')
  })
})

describe('copies', () => {
  const status = { ...o.savedStatus, resolved: { ...o.savedStatus.resolved, credentialProjection: { enabled: true } } }
  const copy = (name: string): KubeObject => ({
    ...o.secret(name),
    metadata: {
      ...o.secret(name).metadata,
      ...(o.job().metadata.ownerReferences === undefined ? {} : { ownerReferences: o.job().metadata.ownerReferences }),
    },
  })

  it('go once the run is over, and are not looked for again', () => {
    const answer = ask(o.snapshot({ status }), {
      world: { objects: [copy('data-1-creds-0'), o.secret('data-1-creds-1')] },
    })
    expect(answer.decision.effects).toEqual([
      {
        _tag: 'DeleteSecret',
        ref: { apiVersion: 'v1', kind: 'Secret', namespace: 'db', name: 'data-1-creds-0' },
        uid: 'Secret-data-1-creds-0',
        resourceVersion: '7',
      },
    ])
    expect(answer.status.cleanup).toEqual({ credsReapedAt: '2026-03-01T12:00:00Z' })
    expect(ask(o.snapshot({ status: answer.status })).rounds).toBe(0)
  })
  it('stay while the Job is there', () => {
    const answer = ask(o.snapshot({ status }), {
      jobs: [o.job('data-1', o.complete, o.saved())],
      world: { objects: [copy('data-1-creds-0')] },
    })
    expect([answer.effects, answer.status.cleanup]).toEqual([[], undefined])
  })
})
