import { Label } from '../../../api/names/labels'
import { Annotation } from '../../../api/names/annotations'
import { objectMetrics } from '../../../hooks/observed'
import { condition, ended, objectOf, secondsOf, told } from './objects'

const own = { namespace: 'db', name: 'one' }

describe('the phase of an object', () => {
  it('is one series, and an object without a status is in the first phase', () => {
    const objects = [
      objectOf('Snapshot', { status: { phase: 'Running' } }),
      objectOf('Snapshot', { name: 'two', spec: {} }),
      objectOf('Repository', { status: { phase: 'Ready' } }),
      objectOf('ClusterRepository'),
      objectOf('Restore', { status: { phase: 'Completed' } }),
      objectOf('Maintenance'),
    ]
    expect(told('kopiur_resource_phase', objects)).toEqual([
      [{ kind: 'Snapshot', ...own, phase: 'Running', policy: 'pg' }, 1],
      [{ kind: 'Snapshot', ...own, name: 'two', phase: 'Pending' }, 1],
      [{ kind: 'Repository', ...own, phase: 'Ready' }, 1],
      [{ kind: 'ClusterRepository', ...own, namespace: '', phase: 'Pending' }, 1],
      [{ kind: 'Restore', ...own, phase: 'Completed' }, 1],
    ])
  })

  it('may be one that a newer release writes', () => {
    const objects = [objectOf('Snapshot', { status: { phase: 'Dreaming' } })]
    expect(told('kopiur_resource_phase', objects)).toEqual([[expect.objectContaining({ phase: 'Dreaming' }), 1]])
  })
})

describe('the figures of a Snapshot', () => {
  const whole = ended('Succeeded', 7, {
    name: 'one',
    status: { stats: { sizeBytes: 1000, filesModified: 2, filesUnchanged: 40 } },
  })
  it.each([
    ['kopiur_snapshot_last_success_timestamp_seconds', secondsOf('2026-08-05T02:07:00Z')],
    ['kopiur_snapshot_size_bytes', 1000],
    ['kopiur_snapshot_files', 42],
    ['kopiur_snapshot_duration_seconds', 7],
  ])('%s', (name, value) => {
    expect(told(name, [whole])).toEqual([[{ ...own, policy: 'pg' }, value]])
    expect(told(name, [objectOf('Snapshot', { status: { phase: 'Succeeded', stats: {}, timing: {} } })])).toEqual([])
  })

  it('count no success where there is none', () => {
    expect(told('kopiur_snapshot_last_success_timestamp_seconds', [ended('Failed', 7)])).toEqual([])
  })
})

describe('the last backup of a policy', () => {
  const policy = objectOf('SnapshotPolicy', { name: 'pg' })
  const labels = { namespace: 'db', policy: 'pg' }
  const history = [
    ended('Succeeded', 1, { status: { stats: { sizeBytes: 10, filesNew: 3 } } }),
    ended('Succeeded', 5, { status: { stats: { sizeBytes: 50, filesNew: 5 } } }),
    ended('Failed', 9),
    ended('Failed', 8),
    ended('Succeeded', 30, { namespace: 'other' }),
    objectOf('Snapshot', { name: 'now', status: { phase: 'Running' } }),
    policy,
  ]

  it.each([
    ['kopiur_policy_last_backup_success_timestamp_seconds', labels, secondsOf('2026-08-05T02:05:00Z')],
    ['kopiur_policy_last_backup_duration_seconds', labels, 5],
    ['kopiur_policy_last_backup_size_bytes', labels, 50],
    ['kopiur_policy_last_backup_files', labels, 5],
    ['kopiur_snapshotpolicy_last_backup_success', labels, 0],
    ['kopiur_snapshot_consecutive_failures', { namespace: 'db', name: 'pg' }, 2],
    ['kopiur_snapshots_live', { namespace: 'db', name: 'pg' }, 5],
  ])('%s', (name, expected, value) => {
    expect(told(name, history)).toEqual([[expected, value]])
  })

  it('has no series of what never was, and counts from 0', () => {
    const names = objectMetrics.map(({ name }) => name).filter((name) => name.startsWith('kopiur_policy_'))
    expect(names.length).toBe(4)
    names.forEach((name) => expect([name, told(name, [policy])]).toEqual([name, []]))
    expect(told('kopiur_snapshotpolicy_last_backup_success', [policy])).toEqual([])
    expect(told('kopiur_snapshot_consecutive_failures', [policy])).toEqual([[{ namespace: 'db', name: 'pg' }, 0]])
    expect(told('kopiur_snapshots_live', [policy])).toEqual([[{ namespace: 'db', name: 'pg' }, 0]])
  })

  it('went well when nothing had to be saved', () => {
    const runs = [policy, ended('Failed', 1), ended('Unchanged', 2)]
    expect(told('kopiur_snapshotpolicy_last_backup_success', runs)).toEqual([[labels, 1]])
    expect(told('kopiur_snapshot_consecutive_failures', runs)).toEqual([[{ namespace: 'db', name: 'pg' }, 0]])
    expect(told('kopiur_policy_last_backup_success_timestamp_seconds', runs)).toEqual([
      [labels, secondsOf('2026-08-05T02:02:00Z')],
    ])
    expect(told('kopiur_policy_last_backup_size_bytes', runs)).toEqual([])
  })

  it('is remembered when its Snapshot is gone', () => {
    const remembering = { ...policy, status: { lastSuccessfulSnapshot: '2026-08-05T02:40:00Z' } }
    expect(told('kopiur_policy_last_backup_success_timestamp_seconds', [remembering, ended('Succeeded', 1)])).toEqual([
      [labels, secondsOf('2026-08-05T02:40:00Z')],
    ])
  })

  it('is one for each of several repositories', () => {
    const to = (kind: string, name: string) => ({ policyRef: { name: 'pg' }, repository: { kind, name } })
    const several = objectOf('SnapshotPolicy', {
      name: 'pg',
      spec: { repositories: [{ name: 'store' }, { kind: 'ClusterRepository', name: 'far' }], sources: [] },
      status: { lastSuccessfulSnapshot: '2026-08-05T02:40:00Z' },
    })
    const runs = [
      several,
      ended('Succeeded', 1, { spec: to('Repository', 'store') }),
      ended('Failed', 2, { spec: to('ClusterRepository', 'far') }),
    ]
    expect(told('kopiur_snapshotpolicy_last_backup_success', runs)).toEqual([
      [{ ...labels, repository: 'Repository/db/store' }, 1],
      [{ ...labels, repository: 'ClusterRepository/far' }, 0],
    ])
    expect(told('kopiur_policy_last_backup_success_timestamp_seconds', runs)).toEqual([
      [{ ...labels, repository: 'Repository/db/store' }, secondsOf('2026-08-05T02:01:00Z')],
    ])
  })

  it('is not told before both kinds were listed: a policy whose Snapshots are not known has not failed', () => {
    expect(told('kopiur_snapshots_live', history, ['SnapshotPolicy'])).toEqual([])
    expect(told('kopiur_snapshots_live', history, ['Snapshot'])).toEqual([])
  })

  it('was verified when the policy says so', () => {
    const verified = { ...policy, status: { lastVerified: '2026-08-05T02:40:00Z' } }
    expect(told('kopiur_snapshot_verified_timestamp_seconds', [policy, verified])).toEqual([
      [{ namespace: 'db', name: 'pg' }, secondsOf('2026-08-05T02:40:00Z')],
    ])
  })
})

describe('a Snapshot that waits', () => {
  const waiting = (name: string, reason: string, spec?: object) =>
    objectOf('Snapshot', {
      name,
      ...(spec === undefined ? {} : { spec }),
      status: { phase: 'Pending', conditions: [condition('Ready', 'False', reason)] },
    })

  it('for its repository is counted with its policy', () => {
    const objects = [waiting('a', 'RepositoryNotReady'), waiting('b', 'RepositoryNotReady'), waiting('c', 'Launching')]
    expect(told('kopiur_snapshot_gated', objects)).toEqual([[{ namespace: 'db', policy: 'pg' }, 2]])
  })

  it('for a slot names the repository, its own or that of its policy', () => {
    const objects = [
      objectOf('SnapshotPolicy', { name: 'pg' }),
      waiting('a', 'WaitingForSlot'),
      waiting('b', 'WaitingForSlot', { repository: { kind: 'ClusterRepository', name: 'far' } }),
      waiting('c', 'RepositoryNotReady'),
    ]
    expect(told('kopiur_snapshot_waiting_for_slot', objects)).toEqual([
      [{ repository_kind: 'Repository', repository: 'store', namespace: 'db', name: 'a' }, 1],
      [{ repository_kind: 'ClusterRepository', repository: 'far', namespace: 'db', name: 'b' }, 1],
    ])
  })
})

describe('a Snapshot that somebody deleted', () => {
  const leaving = (name: string, parts: { readonly held?: true; readonly pruned?: true; readonly unpinned?: true }) =>
    objectOf('Snapshot', {
      name,
      metadata: {
        deletionTimestamp: '2026-08-05T03:00:00Z',
        finalizers: ['metacontroller.io/compositecontroller-snapshot'],
        labels: { [Label.config]: 'pg' },
        annotations: parts.pruned ? { [Annotation.prunedBy]: 'retention' } : {},
      },
      status: {
        phase: 'Deleting',
        ...(parts.unpinned ? {} : { resolved: { repository: { name: 'store' } } }),
        conditions: parts.held ? [condition('DeletionHeld', 'True', 'MassDeletionBreaker')] : [],
      },
    })
  const objects = [
    leaving('a', {}),
    leaving('b', { held: true }),
    leaving('c', { pruned: true }),
    leaving('d', { unpinned: true }),
    objectOf('Snapshot', { name: 'e' }),
  ]

  it('is pending until it is gone', () => {
    expect(told('kopiur_snapshot_deletions_pending_external', objects)).toEqual([
      [{ repo_kind: 'Repository', repo_name: 'store' }, 2],
      [{ repo_kind: 'unknown', repo_name: 'unknown' }, 1],
    ])
  })

  it('may be held', () => {
    expect(told('kopiur_snapshot_deletions_held', objects)).toEqual([
      [{ repo_kind: 'Repository', repo_name: 'store' }, 1],
    ])
  })
})

describe('a repository', () => {
  const lost = (reason: string, phase = 'Degraded') =>
    objectOf('Repository', {
      status: {
        phase,
        health: { consecutiveProbeFailures: 4, firstFailureAt: '2026-08-05T02:00:00Z' },
        conditions: [condition('BackendReachable', 'False', reason)],
      },
    })
  const labels = { kind: 'Repository', ...own }

  it.each([
    ['BackendUnreachable', 'unreachable'],
    ['RepositoryVanished', 'vanished'],
    ['ProbeDeadlineExceeded', 'timed_out'],
    ['SomethingNew', 'other'],
  ])('that is lost by %s is open for being %s', (reason, word) => {
    expect(told('kopiur_repository_breaker_open', [lost(reason)])).toEqual([[{ ...labels, reason: word }, 1]])
  })

  it('has failed since, and so often', () => {
    const objects = [lost('BackendUnreachable')]
    const since = secondsOf('2026-08-05T02:00:00Z')
    expect(told('kopiur_repository_breaker_open_since_timestamp_seconds', objects)).toEqual([[labels, since]])
    expect(told('kopiur_repository_consecutive_backend_failures', objects)).toEqual([[labels, 4]])
  })

  it('is closed while it serves, and after recovery', () => {
    const healed = objectOf('Repository', {
      status: { phase: 'Ready', health: {}, conditions: [condition('BackendReachable', 'True', 'Reachable')] },
    })
    const objects = [lost('BackendUnreachable', 'Ready'), healed]
    expect(told('kopiur_repository_breaker_open', objects)).toEqual([])
    expect(told('kopiur_repository_breaker_open_since_timestamp_seconds', objects)).toEqual([])
    expect(told('kopiur_repository_consecutive_backend_failures', [healed])).toEqual([[labels, 0]])
  })

  it('has a size, a count and perhaps a Maintenance', () => {
    const maintained = (status: string) =>
      objectOf('ClusterRepository', {
        status: {
          storageStats: { totalSizeBytes: 7, snapshotCount: 3 },
          conditions: [condition('MaintenanceConfigured', status, 'Some')],
        },
      })
    const name = { namespace: '', name: 'one' }
    expect(told('kopiur_repo_size_bytes', [maintained('True'), objectOf('Repository')])).toEqual([[name, 7]])
    expect(told('kopiur_repo_snapshot_count', [maintained('True')])).toEqual([[name, 3]])
    const configured = (status: string) =>
      told('kopiur_repository_maintenance_configured', [maintained(status), objectOf('Repository')])
    expect(configured('True')).toEqual([[{ kind: 'ClusterRepository', ...name }, 1]])
    expect(configured('False')).toEqual([[{ kind: 'ClusterRepository', ...name }, 0]])
  })
})

it('a Restore took so long, unless clocks ran backwards', () => {
  const timed = (startTime: string, endTime: string) =>
    objectOf('Restore', { status: { timing: { startTime, endTime } } })
  const [early, late] = ['2026-08-05T02:00:00Z', '2026-08-05T02:01:30Z']
  const objects = [timed(early, late), timed(late, early), objectOf('Restore')]
  expect(told('kopiur_restore_duration_seconds', objects)).toEqual([[own, 90]])
})

it.each([
  ['the quick one, when it is later', { quick: '05', full: '04' }, 1],
  ['the full one, of which quick is a part', { quick: '05', full: '05' }, 2],
  ['the full one, when it is later', { quick: '04', full: '05' }, 2],
])('the last maintenance is %s', (_name, { quick, full }, value) => {
  const tier = (hour: string, lastContentReclaimedBytes: number) => ({
    lastRunAt: `2026-08-05T${hour}:00:00Z`,
    lastContentReclaimedBytes,
  })
  const objects = [objectOf('Maintenance', { status: { quick: tier(quick, 1), full: tier(full, 2) } })]
  expect(told('kopiur_maintenance_last_reclaimed_bytes', objects)).toEqual([[own, value]])
})

it('what waits for somebody is told with the reason; a run that was refused is over', () => {
  const conditions = (status: string) => [
    condition('Stalled', status, status === 'True' ? 'InvalidSpec' : 'NotStalled'),
  ]
  const stalled = (['SnapshotPolicy', 'ClusterRepository', 'Maintenance', 'Snapshot', 'Restore'] as const).map((kind) =>
    objectOf(kind, { status: { conditions: conditions('True') } }),
  )
  const objects = [...stalled, objectOf('Repository', { status: { conditions: conditions('False') } })]
  expect(told('kopiur_resource_stalled', objects)).toEqual([
    [{ kind: 'SnapshotPolicy', ...own, reason: 'InvalidSpec' }, 1],
    [{ kind: 'ClusterRepository', namespace: '', name: 'one', reason: 'InvalidSpec' }, 1],
    [{ kind: 'Maintenance', ...own, reason: 'InvalidSpec' }, 1],
  ])
})

it('an object without the shape of its kind is counted, and the others are told of', () => {
  const objects = [
    objectOf('Snapshot', { status: { phase: 7 } }),
    objectOf('Snapshot', { status: { stats: { sizeBytes: 5 } } }),
    objectOf('Maintenance', { spec: {} }),
  ]
  expect(told('kopiur_objects_unreadable', objects)).toEqual([
    [{ kind: 'Snapshot' }, 1],
    [{ kind: 'Maintenance' }, 1],
  ])
  expect(told('kopiur_snapshot_size_bytes', objects)).toHaveLength(1)
})
