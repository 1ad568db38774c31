import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateCommand } from '../../../cli/validate'
import { run } from '../terminal'

const API = 'apiVersion: kopiur.home-operations.com/v1alpha1'
const manifest = (kind: string, spec: string, metadata = '{name: it, namespace: apps}') =>
  `${API}\nkind: ${kind}\nmetadata: ${metadata}\nspec: ${spec}\n`
const policy = (more = '', metadata?: string) =>
  manifest(
    'SnapshotPolicy',
    `{repository: {name: main}, sources: [{pvc: {name: data}}], copyMethod: Direct${more}}`,
    metadata,
  )

const lines = async (text: string, ...args: ReadonlyArray<string>) =>
  (await run(validateCommand, ['-f', '-', ...args], text)).out.slice(0, -1)

describe('kubectl kopiur validate', () => {
  it('accepts in one line an object', async () => {
    expect(await run(validateCommand, ['-f', '-'], `${policy()}---\n${policy('', '{name: other}')}`)).toEqual({
      code: 0,
      out: [
        'SnapshotPolicy/apps/it: accepted',
        'SnapshotPolicy/default/other: accepted',
        '2 accepted, 0 refused, 0 passed over',
      ],
      errors: [],
    })
  })

  it('refuses with all reasons in one line, and exits with 1', async () => {
    const { code, out } = await run(validateCommand, ['-f', '-'], policy(', retention: {}, preflight: {timeout: x}'))
    expect(code).toBe(1)
    expect(out[0]).toMatch(
      /^SnapshotPolicy\/apps\/it: refused: spec\.preflight\.timeout: .*; spec\.retention: keeps nothing/,
    )
  })

  it('shows warnings beside an accepted object', async () => {
    const schedule = manifest('SnapshotSchedule', '{policyRef: {name: it}, schedule: {cron: "*/10 * * * *"}}')
    expect(await lines(schedule)).toEqual([
      expect.stringMatching(
        /^SnapshotSchedule\/apps\/it: accepted \(warning: spec\.schedule\.cron: fires 6 times an hour/,
      ),
    ])
  })

  it('gives JSON', async () => {
    const { out } = await run(
      validateCommand,
      ['-f', '-', '-o', 'json'],
      `${policy(', retention: {}')}---\n${policy()}`,
    )
    expect(JSON.parse(out.join('\n'))).toEqual([
      {
        object: 'SnapshotPolicy/apps/it',
        place: '-:1',
        verdict: 'refused',
        errors: [{ field: 'spec.retention', message: expect.stringContaining('keeps nothing') }],
        warnings: [],
      },
      { object: 'SnapshotPolicy/apps/it', place: '-:6', verdict: 'accepted', errors: [], warnings: [] },
    ])
  })

  it('knows every field, and where moved ones are now', async () => {
    expect(await lines(policy(', retension: {keepLatest: 1}, verification: {quick: {cron: "0 3 * * *"}}'))).toEqual([
      expect.stringMatching(
        /spec\.retension: is no field of this kind; spec\.verification\.quick\.cron: has moved to spec\.verification\.quick\.schedule\.cron/,
      ),
    ])
    expect(await lines(policy(', mover: {inheritSecurityContextFrom: {podSelector: {}}}'))).toEqual([
      expect.stringContaining('has moved to spec.mover.inheritSecurityContextFrom.workloadSelector.podSelector'),
    ])
    expect(await lines(policy('', '{name: it, label: {a: b}}'))).toEqual([
      expect.stringContaining('metadata.label: is no field'),
    ])
    expect(await lines(`${policy()}extra: 1\n`)).toEqual([expect.stringContaining('refused: extra: is no field')])
  })

  it('keeps what belongs to core types of newer releases', async () => {
    expect(await lines(policy(', mover: {securityContext: {runAsUser: 1, somethingNew: true}}'))).toEqual([
      'SnapshotPolicy/apps/it: accepted',
    ])
  })

  it('wants names that the cluster takes', async () => {
    expect(await lines(policy('', '{name: Not_A_Name}'))).toEqual([
      expect.stringContaining('metadata.name: "Not_A_Name" must be'),
    ])
    expect(await lines(policy('', '{namespace: apps}'))).toEqual([
      expect.stringContaining('metadata.name: is required'),
    ])
    expect(await lines(policy('', '{generateName: run-}'))).toEqual(['SnapshotPolicy/default/run-*: accepted'])
    expect(await lines(policy('', '{name: it, labels: {a: 1}}'))).toEqual([
      expect.stringContaining('metadata.labels.a: must be a string'),
    ])
  })

  it('passes over other APIs by name, and refuses unknown kinds of this one', async () => {
    const others =
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: apps}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x, namespace: apps}\n'
    expect(await lines(`${others}---\n${manifest('Backup', '{}')}---\njust: text\n`)).toEqual([
      'Namespace/apps: passed over: v1 is another API',
      'Deployment/apps/x: passed over: apps/v1 is another API',
      'Backup/apps/it: refused: kind: kopiur.home-operations.com/v1alpha1 has no kind Backup',
      expect.stringMatching(/^-:\d+: passed over: no Kubernetes object$/),
    ])
    expect(await lines(policy().replace('v1alpha1', 'v2'))).toEqual([
      'SnapshotPolicy/apps/it: refused: kind: kopiur.home-operations.com/v2 has no kind SnapshotPolicy',
    ])
    expect(await lines(`${API}\nmetadata: {name: x}\n`)).toEqual(['-:1: refused: kind: is missing'])
  })

  it('takes lists apart', async () => {
    const item = (name: string) => ({
      apiVersion: 'kopiur.home-operations.com/v1alpha1',
      kind: 'Restore',
      metadata: { name },
      spec: { source: { snapshotRef: { name: 'a' } }, target: { populator: {} } },
    })
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('a'), item('b')] })
    expect(await lines(list)).toEqual(['Restore/default/a: accepted', 'Restore/default/b: accepted'])
  })

  it('reads YAML as kubectl does', async () => {
    expect(await lines(policy(', suspend: yes'))).toEqual(['SnapshotPolicy/apps/it: accepted'])
    const restore = manifest(
      'Restore',
      '{source: {fromPolicy: {name: a, asOf: 2026-01-01T00:00:00Z}}, target: {populator: {}}}',
    )
    expect(await lines(restore)).toEqual(['Restore/apps/it: accepted'])
    const anchored = `x: &s {pvc: {name: data}}\n---\n${policy()}`
    expect(await lines(anchored)).toContain('SnapshotPolicy/apps/it: accepted')
  })

  it('refuses broken YAML by its place and goes on', async () => {
    expect(await lines(`${policy()}---\na: [1\nb: 2\n---\n${policy('', '{name: later}')}`)).toEqual([
      'SnapshotPolicy/apps/it: accepted',
      expect.stringMatching(/^-:7: refused: /),
      'SnapshotPolicy/default/later: accepted',
    ])
    expect(await lines(`${policy()}kind: Twice\n`)).toEqual([expect.stringMatching(/^-:5: refused: .*unique/)])
  })

  it('compares objects that name one another', async () => {
    const cluster = manifest(
      'ClusterRepository',
      '{allowedNamespaces: {list: [other]}, backend: {b2: {bucket: x}}, encryption: {passwordSecretRef: {name: s, namespace: system}}}',
      '{name: shared}',
    )
    const user = manifest(
      'SnapshotPolicy',
      '{repository: {kind: ClusterRepository, name: shared}, sources: [{pvc: {name: a}}]}',
    )
    expect(await lines(`${cluster}---\n${user}`)).toEqual([
      'ClusterRepository/shared: accepted',
      expect.stringContaining('namespace apps may not use ClusterRepository shared'),
    ])
  })

  it('puts objects without a namespace into the one that is named', async () => {
    const selecting = manifest(
      'SnapshotPolicy',
      '{repository: {name: main}, copyMethod: Direct, sources: [{pvcSelector: {namespaceSelector: {matchNames: [home]}}}]}',
      '{name: it}',
    )
    expect(await lines(selecting, '-n', 'home')).toEqual(['SnapshotPolicy/home/it: accepted'])
    expect(await lines(selecting, '-n', 'work')).toEqual([expect.stringContaining('must be work')])
    expect(await lines(selecting)).toEqual(['SnapshotPolicy/default/it: accepted'])
  })
})

describe('the arguments of kubectl kopiur validate', () => {
  it.each([
    [[], /-f FILE/],
    [['-f', '/no/such/file'], /^\/no\/such\/file cannot be read: no such file or folder$/],
    [['-f', '-'], /^There is no object in standard input\.$/],
    [['-f', '-', '-o', 'yaml'], /-o yaml is not known/],
    [['--what'], /--what/],
  ])('%j cannot be used', async (args, message) => {
    const { code, out, errors } = await run(validateCommand, args)
    expect({ code, out }).toEqual({ code: 2, out: [] })
    expect(errors.join('\n')).toMatch(message)
  })

  it('may name folders, which are read to their end by name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kopiur-validate-'))
    try {
      mkdirSync(join(folder, 'b'))
      writeFileSync(join(folder, 'b', 'second.yml'), policy('', '{name: second}'))
      writeFileSync(join(folder, 'a.yaml'), policy('', '{name: first}'))
      writeFileSync(join(folder, 'c.json'), JSON.stringify({ not: 'ours' }))
      writeFileSync(join(folder, 'notes.txt'), 'not: [read')
      const { out } = await run(validateCommand, ['-f', folder])
      expect(out.slice(0, -1)).toEqual([
        'SnapshotPolicy/default/first: accepted',
        'SnapshotPolicy/default/second: accepted',
        `${join(folder, 'c.json')}:1: passed over: no Kubernetes object`,
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
