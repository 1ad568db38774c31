import * as E from 'fp-ts/Either'
import type * as t from 'io-ts'
import { kinds } from '../../api/kinds'
import { snapshot } from '../../api/kinds/snapshot'
import { snapshotPolicy } from '../../api/kinds/snapshot-policy'
import { snapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { applyDefaults, nullFields, unknownFields } from '../../api/schema'

const whole = (kind: string, spec: unknown, status?: unknown) => ({
  apiVersion: 'kopiur.home-operations.com/v1alpha1',
  kind,
  metadata: { name: 'a', namespace: 'b', managedFields: [{ manager: 'kubectl' }] },
  spec,
  ...(status === undefined ? {} : { status }),
})

const right = <A>(decoded: t.Validation<A>): A => {
  if (E.isLeft(decoded)) throw new Error(decoded.left.map(({ message }) => message).join('; '))
  return decoded.right
}

describe('an object of one of the kinds', () => {
  it('is given back itself, with all its metadata', () => {
    const object = whole('Snapshot', {}, { phase: 'Succeeded' })
    expect(right(snapshot.decode(object))).toBe(object)
  })

  it('may have a phase of a newer release', () => {
    expect(right(snapshot.decode(whole('Snapshot', {}, { phase: 'Paused', origin: 'cloned' }))).status?.phase).toBe(
      'Paused',
    )
  })

  it('is of its kind and version', () => {
    expect(E.isLeft(snapshot.decode(whole('SnapshotPolicy', {})))).toBe(true)
    expect(E.isLeft(snapshot.decode({ ...whole('Snapshot', {}), apiVersion: 'v1' }))).toBe(true)
  })

  it('may have a null status and null metadata', () => {
    const object = { ...whole('Snapshot', { policyRef: null }), status: null }
    expect(right(snapshot.decode({ ...object, metadata: { name: 'a', labels: null } }))).toEqual({
      ...whole('Snapshot', {}),
      metadata: { name: 'a' },
    })
  })
})

describe('shapes of older releases', () => {
  it('have the time of a slot under another name', () => {
    const spec = { policyRef: { name: 'p' }, schedule: { cron: '0 3 * * *' } }
    const at = '2026-01-01T03:00:00Z'
    const object = whole('SnapshotSchedule', spec, { lastSchedule: { scheduledAt: at, snapshotRef: { name: 's' } } })
    expect(right(snapshotSchedule.decode(object)).status).toEqual({ lastSchedule: { at, snapshotRef: { name: 's' } } })
  })

  it('have a flat schedule of the quick verification', () => {
    const quick = (value: unknown) =>
      right(
        snapshotPolicy.decode(whole('SnapshotPolicy', { repository: { name: 'r' }, verification: { quick: value } })),
      ).spec.verification?.quick
    expect(quick({ cron: '0 3 * * *', jitter: '5m', parallel: 2 })).toEqual({
      schedule: { cron: '0 3 * * *', jitter: '5m' },
      parallel: 2,
    })
    expect(quick({ jitter: '5m' })).toEqual({})
    expect(quick({ schedule: { cron: '0 4 * * *' }, cron: '0 3 * * *' })).toEqual({ schedule: { cron: '0 4 * * *' } })
  })
})

describe('a status', () => {
  const memory = {
    schedules: {
      'uid-1': {
        name: 'nightly',
        cron: '0 3 * * *',
        timezone: 'UTC',
        next: '2026-01-02T03:00:00Z',
        minting: { slot: '2026-01-01T03:00:00Z', members: [{ name: 'a' }], observed: [] },
        skips: [{ slot: '2026-01-01T03:00:00Z', count: 1, reason: 'Forbid' }],
        consecutiveFailures: 0,
      },
    },
  }

  it('of a policy remembers its schedules', () => {
    const object = whole('SnapshotPolicy', { repository: { name: 'r' } }, memory)
    expect(right(snapshotPolicy.decode(object)).status).toBe(object.status)
    expect(unknownFields(kinds.SnapshotPolicy.statusSchema.openApi, memory)).toEqual([])
  })

  it.each(Object.values(kinds))('of $kind is changed by no default', ({ statusSchema }) => {
    const status = {
      conditions: [],
      resolved: { repository: { name: 'a' }, repositories: [{ repository: { name: 'a' } }] },
    }
    expect(applyDefaults(statusSchema.openApi, status)).toEqual(status)
  })

  it('holds no null and no unknown field', () => {
    const status = { phase: 'Failed', failure: { message: null }, verdict: 'x' }
    expect(nullFields(status)).toEqual(['failure.message'])
    expect(unknownFields(kinds.Snapshot.statusSchema.openApi, status)).toEqual(['verdict'])
  })
})
