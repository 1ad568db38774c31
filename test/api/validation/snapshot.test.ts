import { errorsOf, itRefuses, object, type Fields } from './object'

const least = { policyRef: { name: 'nightly' } }

describe('a Snapshot', () => {
  itRefuses('Snapshot', least, [
    [
      'has tags that kopia can hold',
      { tags: { '': 'a', 'a:b': 'c', 'kopiur-x': 'd', ['k'.repeat(64)]: 'e', ok: 'v'.repeat(257) } },
      [
        'spec.tags[""]: must have a name',
        'spec.tags["a:b"]: cannot have a colon',
        'spec.tags["kopiur-x"]: cannot begin with kopiur',
        'must have a name of at most 63 bytes',
        'spec.tags["ok"]: must have a value of at most 256 bytes',
      ],
    ],
    [
      'has ten tags',
      { tags: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`t${i}`, ''])) },
      ['spec.tags: must hold at most 10'],
    ],
    ['counts bytes, not characters', { tags: { ['ü'.repeat(32)]: 'x' } }, ['must have a name of at most 63 bytes']],
    [
      'has a short description',
      { description: 'x'.repeat(1025) },
      ['spec.description: must have at most 1024 characters'],
    ],
    [
      'has limits of its Job',
      { failurePolicy: { podStartupDeadlineSeconds: 0 } },
      ['podStartupDeadlineSeconds: must be at least 1'],
    ],
    [
      'names a source by its place',
      { source: { sourceIndex: -1, target: { pvc: { name: 'a', namespace: 'b' } } } },
      ['spec.source.sourceIndex: must be at least 0'],
    ],
    [
      'inherits as its policy may',
      { mover: { inheritSecurityContextFrom: { snapshot: {} } } },
      ['is for Restores only'],
    ],
  ])

  const born = (origin: string, spec: Fields) =>
    errorsOf(object('Snapshot', spec, { metadata: { labels: { 'kopiur.home-operations.com/origin': origin } } }))

  it('is retained when it was only found', () => {
    expect(born('discovered', { deletionPolicy: 'Delete' })).toEqual([
      expect.stringContaining('spec.deletionPolicy: must be Retain'),
    ])
    expect(born('discovered', { deletionPolicy: 'Retain' })).toEqual([])
    expect(born('manual', { deletionPolicy: 'Delete' })).toEqual([])
  })

  it.each(['discovered', 'adopted', 'replicated'])('that was %s follows no schedule', (origin) => {
    expect(born(origin, { onScheduleDelete: 'Delete' })).toEqual([
      expect.stringContaining('spec.onScheduleDelete: must be left out'),
    ])
  })

  const beside = (policy: Fields, spec: Fields) =>
    errorsOf(object('Snapshot', { ...least, ...spec }), undefined, {
      find: ({ kind }) => (kind === 'SnapshotPolicy' ? object('SnapshotPolicy', policy) : undefined),
    })

  it('goes to a repository of its policy', () => {
    const several = {
      repositories: [{ name: 'a' }, { kind: 'ClusterRepository', name: 'b' }],
      sources: [{ pvc: { name: 'x' } }],
    }
    expect(beside(several, {})).toEqual([
      'spec.repository: is required: the policy has Repository/apps/a, ClusterRepository/b',
    ])
    expect(beside(several, { repository: { name: 'b' } })).toEqual([
      expect.stringContaining("must be one of the policy's"),
    ])
    expect(beside(several, { repository: { name: 'a', namespace: 'apps' } })).toEqual([])
  })

  it('names the claim where the policy selects some', () => {
    const selecting = { repository: { name: 'a' }, sources: [{ pvcSelector: {} }] }
    expect(beside(selecting, {})).toEqual([expect.stringContaining('spec.source: is required')])
    expect(
      beside(selecting, { source: { sourceIndex: 0, target: { pvc: { name: 'x', namespace: 'apps' } } } }),
    ).toEqual([])
  })
})
