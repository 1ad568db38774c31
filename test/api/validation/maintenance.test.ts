import { errorsOf, itRefuses, object, type Fields } from './object'

const schedule = { quick: { cron: '0 */6 * * *' }, full: { cron: 'H 3 * * *' } }
const least = { repository: { name: 'main' }, ownership: { owner: 'home' }, schedule }

describe('a Maintenance', () => {
  itRefuses('Maintenance', least, [
    [
      'has an owner',
      { ownership: { owner: '', ownerAliases: ['x', ' '] } },
      ['ownership.owner: must not be empty', 'ownerAliases[1]: must not be empty'],
    ],
    ['has both schedules', { schedule: { quick: schedule.quick } }, ['spec.schedule.full: is required']],
    [
      'has schedules that can be read',
      { schedule: { ...schedule, full: { cron: '0 25 * * *', jitter: '25h' } } },
      ['full.cron: "0 25 * * *" is no cron expression', 'full.jitter: must be at most 24h'],
    ],
    [
      'has no snapshot to inherit from',
      { mover: { inheritSecurityContextFrom: { snapshot: {} } } },
      ['is for Restores only'],
    ],
  ])

  const asked = (annotations: Fields) => errorsOf(object('Maintenance', least, { metadata: { annotations } }))

  it('runs at once when asked by a time', () => {
    expect(
      asked({
        'kopiur.home-operations.com/run-requested': '2026-01-01T00:00:00Z',
        'kopiur.home-operations.com/run-mode': 'full',
      }),
    ).toEqual([])
    expect(asked({ 'kopiur.home-operations.com/run-requested': 'now' })).toEqual([
      expect.stringContaining('"now" must be an RFC3339 time'),
    ])
    expect(asked({ 'kopiur.home-operations.com/run-mode': 'Full' })).toEqual([
      expect.stringContaining('must be quick or full'),
    ])
  })

  const owned = (allowedNamespaces: Fields, labels?: { readonly [key: string]: string }) =>
    errorsOf(
      object('Maintenance', { ...least, repository: { kind: 'ClusterRepository', name: 'shared' } }),
      undefined,
      {
        find: ({ kind }) =>
          kind === 'ClusterRepository'
            ? object('ClusterRepository', {
                allowedNamespaces,
                backend: { b2: { bucket: 'x' } },
                encryption: { passwordSecretRef: { name: 's' } },
              })
            : undefined,
        namespaceLabels: () => labels,
      },
    )

  it('uses a ClusterRepository that its namespace may use', () => {
    expect(owned({ list: ['other'] })).toEqual([
      expect.stringContaining('namespace apps may not use ClusterRepository shared'),
    ])
    expect(owned({ list: ['apps'] })).toEqual([])
    expect(owned({ selector: { matchLabels: { backup: 'yes' } } }, { backup: 'yes' })).toEqual([])
    expect(owned({ selector: { matchLabels: { backup: 'yes' } } }, {})).toHaveLength(1)
    expect(owned({ selector: { matchLabels: { backup: 'yes' } } })).toEqual([])
  })
})
