import { ask } from './ask-snapshot'
import * as o from './objects'

const facts = (change: object = {}) => ({
  origin: 'adopted',
  phase: 'Succeeded',
  resolved: { repository: { kind: 'Repository', name: 'main', namespace: 'db' } },
  snapshot: { kopiaSnapshotID: 'k9', identity: { username: 'data', hostname: 'db', sourcePath: '/pvc/pgdata' } },
  timing: { endTime: '2026-02-01T00:00:00Z' },
  ...change,
})
const row = (value: unknown, origin = 'adopted') =>
  o.snapshot({
    metadata: {
      labels: { [`${o.K}origin`]: origin },
      annotations: { [`${o.K}row`]: typeof value === 'string' ? value : JSON.stringify(value) },
    },
  })
const told = (parent: ReturnType<typeof o.snapshot>, objects = o.cluster()) => ask(parent, { world: { objects } })

describe('a Snapshot that was born finished', () => {
  it('takes its facts over, once', () => {
    const first = told(row(facts()))
    expect(first.status).toMatchObject({ ...facts() })
    expect([first.condition('Ready'), first.children]).toEqual(['True/SnapshotCreated', []])
    expect(told(o.snapshot({ ...row(facts()), status: first.status })).status).toEqual(first.status)
  })
  it.each([
    ['discovered', facts({ origin: 'discovered', phase: 'Discovered' }), 'True/Discovered'],
    ['of a word nobody knows', facts({ origin: 'adopted' }), 'False/RowFactsMissing'],
  ])('%s', (origin, value, ready) => {
    const answer = told(row(value, origin))
    expect([answer.condition('Ready'), answer.children]).toEqual([ready, []])
  })
  it.each([
    ['no JSON', 'nope'],
    ['no snapshot', facts({ snapshot: undefined })],
    ['another origin', facts({ origin: 'replicated' })],
  ])('has no phase with %s in its annotation', (_, value) => {
    const answer = told(row(value))
    expect([answer.status.phase, answer.condition('Ready'), answer.children]).toEqual([
      undefined,
      'False/RowFactsMissing',
      [],
    ])
  })
  it('never runs, though its status is lost', () => {
    const settled = o.snapshot({ metadata: { labels: { [`${o.K}state`]: 'settled' } } })
    expect(told(settled).children).toEqual([])
  })

  describe('in a shared repository', () => {
    const shared = (hostname: string, username = 'data') =>
      row(
        facts({
          resolved: { repository: { kind: 'ClusterRepository', name: 'shared' } },
          snapshot: { kopiaSnapshotID: 'k9', identity: { username, hostname } },
        }),
      )
    const objects = (identity: object = {}, more: object = {}) => [
      o.policy({ repository: { kind: 'ClusterRepository', name: 'shared' }, identity }),
      o.clusterRepository(more),
    ]
    it.each([
      ['its namespace', 'db', {}, {}],
      ['its namespace in this cluster', 'db.east', {}, { identityDefaults: { cluster: 'east' } }],
      ['its policy', 'elsewhere', { hostname: 'elsewhere' }, {}],
      ['nobody, in the namespace for those', 'elsewhere', {}, { catalog: { fallbackNamespace: 'db' } }],
    ])('may hold snapshots of %s', (_, hostname, identity, more) => {
      expect(told(shared(hostname), objects(identity, more)).status.phase).toBe('Succeeded')
    })
    it.each([
      ['another namespace', 'finance'],
      ['its name in another cluster', 'db.west'],
    ])('may not hold snapshots of %s', (_, hostname) => {
      const answer = told(shared(hostname), objects())
      expect([answer.status.phase, answer.condition('Ready')]).toEqual([undefined, 'False/RowNotAllowedHere'])
    })
  })
})
