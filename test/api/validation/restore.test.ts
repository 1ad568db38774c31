import { errorsOf, itRefuses, object, type Fields } from './object'

const least = { source: { snapshotRef: { name: 'a' } }, target: { pvcRef: { name: 'b' } } }
const identity = (more: Fields) => ({
  repository: { name: 'main' },
  source: { identity: { username: 'u', hostname: 'h', ...more } },
})
const inherit = (from: Fields) => ({ mover: { inheritSecurityContextFrom: from } })
const workload = { workloadSelector: { podSelector: { matchLabels: { a: 'b' } } } }

describe('a Restore', () => {
  itRefuses('Restore', least, [
    ['needs a target', { target: undefined }, ['spec.target: is required']],
    ['has one target', { target: { populator: {}, pvcRef: { name: 'a' } } }, ['spec.target: must set exactly one of']],
    [
      'has a known source',
      { source: { volume: {} } },
      ['spec.source: must set exactly one of fromPolicy, identity, snapshotRef'],
    ],
    [
      'says where an identity is',
      { source: { identity: { username: 'u', hostname: 'h' } } },
      ['spec.repository: is required with source.identity'],
    ],
    [
      'reads times as RFC3339',
      { source: { fromPolicy: { name: 'p', asOf: 'yesterday' } } },
      ['fromPolicy.asOf: "yesterday" must be an RFC3339 time'],
    ],
    [
      'takes no day that never comes',
      { source: { fromPolicy: { name: 'p', asOf: '2026-02-30T00:00:00Z' } } },
      ['fromPolicy.asOf: "2026-02-30T00:00:00Z" must be an RFC3339 time'],
    ],
    [
      'reads times of an identity too',
      identity({ asOf: '2026-01-01' }),
      ['identity.asOf: "2026-01-01" must be an RFC3339 time'],
    ],
    [
      'takes a snapshot by id or by time',
      identity({ snapshotID: 'x', asOf: '2026-01-01T00:00:00Z' }),
      ['identity.asOf: excludes snapshotID'],
    ],
    [
      'takes a snapshot by id or by place',
      identity({ snapshotID: 'x', offset: 1 }),
      ['identity.offset: excludes snapshotID'],
    ],
    ['takes a snapshot by id beside an offset of 0', identity({ snapshotID: 'x', offset: 0 }), []],
    ['waits a while', { policy: { waitTimeout: '0s' } }, ['spec.policy.waitTimeout: must be at least 1s']],
    [
      'waits within its deadline',
      { policy: { waitTimeout: '1h' }, failurePolicy: { activeDeadlineSeconds: 3600 } },
      ['spec.policy.waitTimeout: must be shorter than'],
    ],
    ['waits without a deadline', { policy: { waitTimeout: '100h' } }, []],
    [
      'names a new claim and its size',
      { target: { pvc: { name: ' ' } } },
      ['spec.target.pvc.name: must not be empty', 'spec.target.pvc.capacity: is required'],
    ],
    [
      'has a size',
      { target: { pvc: { name: 'x', capacity: 'big' } } },
      ['spec.target.pvc.capacity: "big" is no positive quantity'],
    ],
    [
      'has access modes once each, ReadWriteOncePod alone',
      {
        target: {
          pvc: { name: 'x', capacity: '1Gi', accessModes: ['ReadWriteOncePod', 'ReadWriteMany', 'ReadWriteMany'] },
        },
      },
      ['accessModes[2]: ReadWriteMany is named twice', 'accessModes: ReadWriteOncePod must be the only'],
    ],
    [
      'has known access modes',
      { target: { pvc: { name: 'x', capacity: '1Gi', accessModes: ['RWO'] } } },
      ['accessModes[0]: must be one of ReadWriteOnce'],
    ],
    [
      'inherits from no consumer',
      inherit({ pvcConsumer: {} }),
      ['inheritSecurityContextFrom.pvcConsumer: is for backups only'],
    ],
    ['inherits from a workload', inherit(workload), []],
    [
      'populates with what is known beforehand',
      { target: { populator: {} }, ...inherit(workload) },
      ['workloadSelector: cannot be used with a populator'],
    ],
    ['populates with the identity of the snapshot', { target: { populator: {} }, ...inherit({ snapshot: {} }) }, []],
    [
      'streams one plain file',
      {
        target: {
          streamExec: { fileName: '..', workloadExec: { podSelector: { matchLabels: { a: 'b' } }, command: ['cat'] } },
        },
      },
      ['spec.target.streamExec.fileName: ".." must be one plain file name'],
    ],
    ['restores with one worker at least', { options: { parallel: 0 } }, ['spec.options.parallel: must be at least 1']],
    [
      'counts back from the latest',
      { source: { fromPolicy: { name: 'p', offset: -1 } } },
      ['fromPolicy.offset: must be at least 0'],
    ],
  ])

  it('says which of several repositories it restores from', () => {
    const policy = object('SnapshotPolicy', {
      repositories: [{ name: 'a' }, { name: 'b' }],
      sources: [{ pvc: { name: 'x' } }],
    })
    const errors = (more: Fields) =>
      errorsOf(object('Restore', { ...least, source: { fromPolicy: { name: 'p' } }, ...more }), undefined, {
        find: ({ kind }) => (kind === 'SnapshotPolicy' ? policy : undefined),
      })
    expect(errors({})).toEqual([
      "spec.repository: must be one of the policy's repositories: Repository/apps/a, Repository/apps/b",
    ])
    expect(errors({ repository: { name: 'c' } })).toHaveLength(1)
    expect(errors({ repository: { name: 'b' } })).toEqual([])
  })
})
