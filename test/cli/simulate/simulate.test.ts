import { simulateCommand } from '../../../cli/simulate'
import { run } from '../terminal'

const PREFIX = 'apiVersion: kopiur.home-operations.com/v1alpha1'
const policy = `${PREFIX}
kind: SnapshotPolicy
metadata: { name: pg, namespace: db }
spec:
  repository: { name: nas }
  sources: [{ pvc: { name: data } }]
  retention: { keepLatest: 2, keepDaily: 3 }
  copyMethod: Direct
`
const schedule = (more = '', metadata = '') => `${PREFIX}
kind: SnapshotSchedule
metadata: { name: nightly, namespace: db${metadata} }
spec:
  policyRef: { name: pg }
  schedule: { cron: "30 2,14 * * *", timezone: Europe/Berlin${more} }
`
const WHEN = ['--from', '2026-03-27', '--until', '2026-03-31T00:00:00Z']
const simulate = (manifests: ReadonlyArray<string>, ...args: ReadonlyArray<string>) =>
  run(simulateCommand, ['-f', '-', ...WHEN, ...args], manifests.join('---\n'))

describe('kubectl kopiur simulate', () => {
  it('prints runs, skips, deletions, the kept set and what is next as JSON', async () => {
    const { code, out, errors } = await simulate([policy, schedule()], '-o', 'json', '--fail', '2026-03-28T01:30:00Z')
    const told = JSON.parse(out.join('\n'))
    expect(code).toBe(0)
    expect(Object.keys(told)).toEqual(['runs', 'skips', 'deleted', 'kept', 'next'])
    expect(told.runs.slice(0, 3)).toEqual([
      {
        policy: 'db/pg',
        schedule: 'db/nightly',
        name: 'nightly-20260327013000',
        slot: '2026-03-27T01:30:00Z',
        startTime: '2026-03-27T01:30:00Z',
        endTime: '2026-03-27T01:31:00Z',
        outcome: 'Succeeded',
      },
      expect.objectContaining({ slot: '2026-03-27T13:30:00Z', outcome: 'Succeeded' }),
      expect.objectContaining({ slot: '2026-03-28T01:30:00Z', outcome: 'Failed' }),
    ])
    expect(told.skips).toEqual([])
    expect(told.kept).toEqual({
      'db/pg': ['nightly-20260328133000', 'nightly-20260329123000', 'nightly-20260330003000', 'nightly-20260330123000'],
    })
    expect(told.deleted[0]).toEqual({ name: 'nightly-20260327013000', at: '2026-03-28T13:31:00Z', reason: 'retention' })
    expect(told.next['db/nightly'].slice(0, 2)).toEqual(['2026-03-31T00:30:00Z', '2026-03-31T12:30:00Z'])
    expect(errors).toEqual([
      'note: Repository db/nas is not in the files: taken to be there and ready',
      'note: volumes taken to be there: db/data',
    ])
  })

  it('draws a calendar in the zone of the schedule, the night of the change of clocks an hour later', async () => {
    const { code, out } = await simulate([policy, schedule()])
    expect(code).toBe(0)
    expect(out).toEqual([
      'Policy db/pg: keeps latest 2, daily 3',
      '',
      '  Schedule db/nightly: 30 2,14 * * *, times in Europe/Berlin',
      '  8 runs; 0 slots passed over',
      '',
      '                          0     6     12    18',
      '  Fri 2026-03-27          ..#...........#.........  until Sat 2026-03-28',
      '  Sun 2026-03-29          ...#..........#.........',
      '  Mon 2026-03-30          ..#...........#.........',
      '',
      expect.stringMatching(/^ {2}Next: Tue 2026-03-31 02:30, Tue 2026-03-31 14:30, /),
      '',
      '  Kept at the end: 4 of 8 (deleted: 4 by retention); times in UTC',
      '  Mon 2026-03-30  12:31 00:31',
      '  Sun 2026-03-29  12:31',
      '  Sat 2026-03-28  13:31',
      '',
      'Columns are hours: # run, 2-9 or + runs, x failed, r replaced, - passed over, . nothing.',
      'Note: Repository db/nas is not in the files: taken to be there and ready.',
      'Note: volumes taken to be there: db/data.',
    ])
  })

  it('takes the jitter of the UID in the files', async () => {
    const slots = async (uid: string) => {
      const { out } = await simulate([policy, schedule(', jitter: 30m', `, uid: ${uid}`)], '-o', 'json')
      return JSON.parse(out.join('\n')).runs.map(({ slot }: { slot: string }) => slot)
    }
    const [one, again, other] = [await slots('a'), await slots('a'), await slots('b')]
    expect(one).toEqual(again)
    expect(one).not.toEqual(other)
  })

  it('passes on what validate warns of, for such runs only look as if they succeeded', async () => {
    const staged = [
      policy.replace(
        '{ pvc: { name: data } }',
        '{ stream: { fileName: dump.sql, workloadExec: { podSelector: { matchLabels: { app: db } }, command: [dump] } } }',
      ),
      schedule(),
    ]
    const warning = 'SnapshotPolicy/db/pg: spec.sources: stream is not supported in this release: runs fail'
    const { code, out } = await simulate(staged)
    expect([code, out.find((line) => line.startsWith('Note: '))]).toEqual([0, expect.stringContaining(warning)])
    const json = await simulate(staged, '-o', 'json')
    expect(json.errors[0]).toContain(`note: ${warning}`)
    expect(Object.keys(JSON.parse(json.out.join('\n')))).toEqual(['runs', 'skips', 'deleted', 'kept', 'next'])
  })

  describe('says of a time of --fail that makes nothing fail', () => {
    const notes = async (more: string, ...args: ReadonlyArray<string>) => {
      const { out } = await simulate([policy, schedule(more)], ...args)
      return out.filter((line) => line.startsWith('Note: --fail'))
    }

    it('which slot is the nearest', async () => {
      const [before, half] = ['2026-03-28T02:00:00Z', '2026-03-30T12:30:00.500Z']
      expect(await notes('', '--fail', `${before},2026-03-28T13:30:00Z,${half}`)).toEqual([
        `Note: --fail ${before} makes nothing fail: no run has this slot; the nearest is 2026-03-28T01:30:00Z.`,
        `Note: --fail ${half} makes nothing fail: no run has this slot; the nearest is 2026-03-30T12:30:00Z.`,
      ])
    })

    it('which slot the jitter made of it', async () => {
      const [note = ''] = await notes(', jitter: 30m', '--fail', '2026-03-28T01:30:00Z')
      const nearest = /the nearest is (\S+Z)\.$/.exec(note)?.[1] ?? ''
      expect(nearest).toMatch(/^2026-03-28T0[12]:/)
      expect(await notes(', jitter: 30m', '--fail', nearest)).toEqual([])
    })

    it('that the slot is passed over', async () => {
      expect(await notes('', '--duration', '26h', '--fail', '2026-03-28T01:30:00Z')).toEqual([
        'Note: --fail 2026-03-28T01:30:00Z makes nothing fail: that slot is passed over (Forbid).',
      ])
    })

    it('that the run is replaced', async () => {
      const args = ['--duration', '13h', '--fail', '2026-03-28T01:30:00Z']
      expect(await notes(', concurrencyPolicy: Replace', ...args)).toEqual([
        'Note: --fail 2026-03-28T01:30:00Z makes nothing fail: its run is replaced before its end.',
      ])
    })

    it('that nothing runs at all', async () => {
      expect(await notes(', suspend: true', '--fail', '2026-03-28T02:00:00Z')).toEqual([
        'Note: --fail 2026-03-28T02:00:00Z makes nothing fail: there are no runs.',
      ])
    })
  })

  it('names objects that have no part in it', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: db }\n'
    expect((await simulate([policy, schedule(), secret])).out).toContain('Note: Secret db/s has no part in this.')
  })

  it('says that a schedule means none of the policies', async () => {
    const { out } = await simulate([policy, schedule().replace('name: pg', 'name: other')])
    expect(out).toContain('Note: SnapshotSchedule db/nightly means no policy of the files, so it runs nothing.')
  })

  it('refuses what a cluster would refuse', async () => {
    const { code, errors } = await simulate([policy, schedule().replace('30 2,14', 'every night')])
    expect(code).toBe(1)
    expect(errors.join('\n')).toContain('SnapshotSchedule/db/nightly: refused: spec.schedule.cron')
  })

  it.each([
    [['-f', '-', '--until', '2026-03-31'], '--from is missing'],
    [['-f', '-', '--from', 'yesterday', '--until', '2026-03-31'], '--from yesterday is no time'],
    [['-f', '-', '--from', '2026-03-31', '--until', '2026-03-30'], '--until must be later than --from'],
    [['-f', '-', ...WHEN, '--duration', '1d'], '--duration 1d is no duration'],
    [['-f', '-', '--from', '2026-02-30', '--until', '2026-03-31'], '--from 2026-02-30 is no time'],
    [['-f', '-', '--from', '2026-01-01', '--until', '2026-01-01T24:00:00Z'], '--until 2026-01-01T24:00:00Z is no time'],
    [['-f', '-', ...WHEN, '--fail', 'never'], '--fail never is no time'],
    [['-f', '-', ...WHEN, '-o', 'yaml'], '-o yaml is not known'],
    [WHEN, 'Name manifests with -f'],
    [['-f', '-', ...WHEN], 'There is no SnapshotPolicy'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, errors } = await run(simulateCommand, args, '')
    expect([code, errors.join('\n')]).toEqual([2, expect.stringContaining(message)])
  })
})
