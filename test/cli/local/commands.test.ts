import * as E from 'fp-ts/Either'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { commands } from '../../../cli/commands'
import { productRoot } from '../../../cli/local/product-root'
import { program } from '../../../cli/program'
import { allKinds } from '../../../embedded/local/product-files'
import { acquireLock } from '../../../embedded/local/state/lock'
import { openState } from '../../../embedded/local/state/open-state'
import { removeFolders, temporaryFolder } from '../../embedded/local/temporary-folder'

jest.setTimeout(60_000)

afterEach(removeFolders)

const kinds = allKinds(productRoot())

const local = async (args: ReadonlyArray<string>, input: ReadonlyArray<object> = []) => {
  const out: string[] = []
  const err: string[] = []
  const code = await program(commands, ['local', ...args], {
    readStdin: async () => Buffer.from(input.map((one) => JSON.stringify(one)).join('\n---\n')),
    print: (line) => void out.push(line),
    printError: (line) => void err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const policy = (name: string, spec: object = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'SnapshotPolicy',
  metadata: { name, labels: { tier: name } },
  spec: { repository: { name: 'nas' }, sources: [{ pvc: { name: 'data' } }], ...spec },
})

/** A folder with two policies, one of them with a status, a finalizer and an Event. */
const filled = (): string => {
  const state = temporaryFolder()
  const opened = openState(state, kinds)
  if (E.isLeft(opened)) throw new Error(opened.left.message)
  const born = { namespace: 'default', creationTimestamp: '2026-01-01T00:00:00Z', generation: 1 }
  const put = (object: KubeObject, metadata: object) =>
    opened.right.onWrite({ type: 'PUT', object: { ...object, metadata: { ...object.metadata, ...born, ...metadata } } })
  put(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
    { uid: 'n', resourceVersion: '1', namespace: undefined },
  )
  put(policy('plain'), { uid: 'p', resourceVersion: '2' })
  const conditions = [
    {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'All is well.',
      lastTransitionTime: '2026-01-01T00:00:05Z',
    },
  ]
  put(
    { ...policy('held'), status: { conditions } },
    { uid: 'h', resourceVersion: '3', finalizers: ['metacontroller.io/x'] },
  )
  put(
    {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: 'held.1' },
      regarding: { kind: 'SnapshotPolicy', name: 'held', uid: 'h' },
      reportingController: 'kopiur/hooks',
      type: 'Normal',
      reason: 'Looked',
      note: 'somebody looked',
    },
    { uid: 'e', resourceVersion: '4' },
  )
  opened.right.close()
  return state
}

describe('get', () => {
  test.each([
    ['snapshotpolicies'],
    ['snapshotpolicy'],
    ['SnapshotPolicy'],
    ['kopiasp'],
    ['snapshotpolicies.kopiur.home-operations.com'],
    ['kopiur'],
    ['all-kinds'],
  ])('finds the kind by %s', async (name) => {
    const { code, out } = await local(['get', name, '--state', filled(), '-o', 'name'])
    expect({ code, names: out.split('\n').sort() }).toEqual({
      code: 0,
      names: ['snapshotpolicy.kopiur.home-operations.com/held', 'snapshotpolicy.kopiur.home-operations.com/plain'],
    })
  })

  test('prints the columns of the CRD', async () => {
    const { out } = await local(['get', 'snapshotpolicies', '--state', filled()])
    expect(out.split('\n')[0]?.split(/\s{2,}/)).toEqual([
      'NAME',
      'READY',
      'REASON',
      'REPOSITORY',
      'REPOSITORIES',
      'LAST-SNAPSHOT',
      'LAST-VERIFIED',
      'SUSPENDED',
      'AGE',
    ])
    expect(out).toMatch(/^held\s+True\s+Reconciled\s+nas\s+.*\d[a-z]$/m)
    expect(out).toMatch(/^plain\s+nas\s+.*\d[a-z]$/m)
  })

  test('gives one object by name, and a list otherwise', async () => {
    const state = filled()
    const one = await local(['get', 'snapshotpolicy', 'plain', '--state', state, '-o', 'json'])
    expect(JSON.parse(one.out)).toMatchObject({ kind: 'SnapshotPolicy', metadata: { name: 'plain' } })
    const all = await local(['get', 'snapshotpolicy', '--state', state, '-o', 'json', '-l', 'tier in (plain, other)'])
    expect(JSON.parse(all.out)).toMatchObject({ kind: 'List', items: [{ metadata: { name: 'plain' } }] })
  })

  test.each([
    [
      'a name that is not there',
      ['snapshotpolicy', 'nobody'],
      'Error from server (NotFound): snapshotpolicies.kopiur.home-operations.com "nobody" not found',
    ],
    ['a kind that is not there', ['sausages'], 'error: the server doesn\'t have a resource type "sausages"'],
  ])('says as kubectl does of %s', async (_name, words, message) => {
    expect(await local(['get', ...words, '--state', filled()])).toMatchObject({ code: 1, err: message })
  })

  test.each([
    ['no kind', ['get', '--state', 'x']],
    ['no state', ['get', 'snapshots']],
    ['an unknown output', ['get', 'snapshots', '--state', 'x', '-o', 'tea']],
    ['an unknown option', ['get', 'snapshots', '--state', 'x', '--tea']],
    ['an unknown verb', ['brew']],
  ])('%s is a mistake of usage', async (_name, args) => {
    expect((await local(args)).code).toBe(2)
  })

  test('a namespace that is not there is to be put among the manifests', async () => {
    const state = filled()
    const { code, err } = await local(['apply', '-f', '-', '--state', state, '-n', 'quickstart'], [policy('new')])
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      'Error from server (NotFound): namespaces "quickstart" not found: put the manifest of this Namespace among the others (snapshotpolicy.kopiur.home-operations.com/new)',
    ])
  })

  test('a name that is not there is no empty list', async () => {
    const { code, out } = await local(['get', 'snapshotpolicy', 'nobody', '--state', filled(), '-o', 'json'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })

  test('a folder of something else stays as it is', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'notes'), '')
    for (const state of [folder, join(folder, 'notes')])
      expect(await local(['get', 'snapshots', '--state', state])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^error: there is no state in /),
      })
    expect(readdirSync(folder)).toEqual(['notes'])
  })

  test('a folder that cannot hold the state is named, with the reason', async () => {
    const file = join(temporaryFolder(), 'notes')
    writeFileSync(file, '')
    expect(openState(join(file, 'state'), kinds)).toEqual(
      E.left({ inUse: false, message: expect.stringContaining('cannot hold the state: a part of the path is a file') }),
    )
  })

  test('a place that takes no folders is named too, and at once', () => {
    expect(openState('/proc/kopiur/state', kinds)).toMatchObject({
      left: { inUse: false, message: expect.stringContaining('/proc/kopiur/state cannot hold the state: ') },
    })
  })

  test('an unreadable selector is a mistake of usage', async () => {
    expect(await local(['get', 'snapshots', '--state', filled(), '-l', 'a=b=c'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read'),
    })
  })

  test('apply warns of what is not served', async () => {
    const { code, err } = await local(['apply', '-f', '-', '--state', filled()], [policy('staged')])
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Warning: spec\.copyMethod: /) })
  })

  test.each<[string, object, string]>([
    ['a kind', { apiVersion: 'v1', metadata: { name: 'x' } }, '-:1: kind: is missing'],
    ['an apiVersion', { ...policy('x'), apiVersion: null }, '-:1: apiVersion: is missing'],
    ['both', { replicas: 1 }, '-:1: no Kubernetes object: apiVersion and kind are missing'],
    ['a name', { ...policy('x'), metadata: { namespace: 'db' } }, '-:1: metadata.name: is missing'],
    [
      'a name of its own',
      { ...policy('x'), metadata: { generateName: 'x-' } },
      '-:1: metadata.name: is missing; generateName works with kubectl create only',
    ],
    [
      'a text for a label',
      { ...policy('x'), metadata: { name: 'x', labels: { a: 1 } } },
      '-:1: metadata.labels.a: must be a string, not 1',
    ],
  ])('apply says so of an object that lacks %s', async (_name, object, message) => {
    expect(await local(['apply', '-f', '-', '--state', filled()], [object])).toEqual({
      code: 1,
      out: '',
      err: `error: ${message}`,
    })
  })

  test('apply takes the nulls that kubectl prints', async () => {
    const metadata = { name: 'new', creationTimestamp: null, labels: null, annotations: { note: null } }
    expect(await local(['apply', '-f', '-', '--state', filled()], [{ ...policy('new'), metadata }])).toMatchObject({
      code: 0,
      out: 'snapshotpolicy.kopiur.home-operations.com/new created',
    })
  })

  test('apply of nothing is no success', async () => {
    const state = filled()
    for (const input of [[], [{ apiVersion: 'v1', kind: 'List', items: [] }]])
      expect(await local(['apply', '-f', '-', '--state', state], input)).toEqual({
        code: 1,
        out: '',
        err: 'error: no objects passed to apply',
      })
    expect(await local(['apply', '-f', temporaryFolder(), '--state', state])).toMatchObject({ code: 1 })
  })

  test('delete says that manifests hold nothing', async () => {
    expect(await local(['delete', '-f', '-', '--state', filled()])).toEqual({
      code: 0,
      out: '',
      err: 'No resources found.',
    })
  })

  test('apply says each mistake once', async () => {
    const { err } = await local(['apply', '-f', '-', '--state', filled()], [policy('bad', { sources: undefined })])
    expect(err).not.toMatch(/Required value.*is required|is required.*Required value/)
  })

  test('a folder without state is told apart from an empty one', async () => {
    expect(await local(['get', 'snapshots', '--state', '/nowhere/at/all'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no state'),
    })
    expect(await local(['get', 'snapshots', '--state', filled()])).toMatchObject({
      code: 0,
      err: 'No resources found in default namespace; -A shows those of all.',
    })
    expect(await local(['get', 'clusterrepositories', '--state', filled()])).toMatchObject({
      err: 'No resources found',
    })
  })
})

test('describe shows fields, conditions and the Events about the object', async () => {
  const { code, out } = await local(['describe', 'snapshotpolicy', 'held', '--state', filled()])
  expect(code).toBe(0)
  expect(out).toMatch(/^Name: +held$/m)
  expect(out).toMatch(/^ {2}Ready +True +Reconciled +2026-01-01T00:00:05Z +All is well\.$/m)
  expect(out).toMatch(/^ {2}Normal +Looked .*hooks +somebody looked$/m)
})

test('describe never shows what is in a Secret', async () => {
  const state = filled()
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { key: 'hunter2' } }
  await local(['apply', '-f', '-', '--state', state], [secret])
  const { out } = await local(['describe', 'secret', 's', '--state', state])
  expect(out).toContain('key:  7 bytes')
  expect(out).not.toMatch(/hunter2|aHVudGVyMg/i)
})

describe('apply', () => {
  test('says one line for each object, goes on after a refusal, and fails then', async () => {
    const state = filled()
    const { code, out, err } = await local(
      ['apply', '-f', '-', '--state', state],
      [policy('bad', { surprise: 1 }), policy('good')],
    )
    expect({ code, out }).toEqual({ code: 1, out: 'snapshotpolicy.kopiur.home-operations.com/good created' })
    expect(err).toContain('spec.surprise is no field of this kind')
    expect(err).toContain('the next one will act on it')
    expect((await local(['apply', '-f', '-', '--state', state], [policy('good')])).out).toBe(
      'snapshotpolicy.kopiur.home-operations.com/good unchanged',
    )
  })
})

describe('delete', () => {
  test('removes what nothing holds', async () => {
    const state = filled()
    expect(await local(['delete', 'snapshotpolicy', 'plain', '--state', state])).toMatchObject({
      code: 0,
      out: 'snapshotpolicy.kopiur.home-operations.com "plain" deleted',
    })
    expect((await local(['get', 'snapshotpolicy', 'plain', '--state', state])).code).toBe(1)
  })

  test('without a run marks what a finalizer holds, and says who finishes it', async () => {
    const state = filled()
    expect(await local(['delete', 'snapshotpolicy/held', '--state', state])).toMatchObject({
      code: 0,
      err: expect.stringContaining('the next run'),
    })
    const { out } = await local(['get', 'snapshotpolicy', 'held', '--state', state, '-o', 'json'])
    expect(JSON.parse(out)).toMatchObject({ metadata: { deletionTimestamp: expect.any(String) } })
  })

  test('takes manifests, and what is not there on request', async () => {
    const state = filled()
    expect((await local(['delete', '-f', '-', '--state', state], [policy('plain')])).code).toBe(0)
    expect((await local(['delete', '-f', '-', '--state', state], [policy('plain')])).code).toBe(1)
    expect((await local(['delete', '-f', '-', '--state', state, '--ignore-not-found'], [policy('plain')])).code).toBe(0)
  })

  test('never takes a kind alone for all of its objects', async () => {
    expect((await local(['delete', 'snapshotpolicies', '--state', filled()])).code).toBe(2)
  })
})

test('a folder that another command holds is waited for', async () => {
  const state = filled()
  const release = acquireLock(state)
  if (E.isLeft(release)) throw new Error('held')
  setTimeout(release.right, 300)
  expect((await local(['get', 'snapshotpolicies', '--state', state])).code).toBe(0)
})
