import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateCommand } from '../../../cli/validate'
import { run } from '../terminal'

const API = 'kopiur.home-operations.com/v1alpha1'
const spec = { repository: { name: 'main' }, sources: [{ pvc: { name: 'data' } }], copyMethod: 'Direct' }
const bare = { metadata: { name: 'it' }, spec }
const policy = { apiVersion: API, kind: 'SnapshotPolicy', ...bare }
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec: {} }
const text = (...documents: ReadonlyArray<unknown>) => documents.map((one) => JSON.stringify(one)).join('\n---\n')

const judged = (...documents: ReadonlyArray<unknown>) => run(validateCommand, ['-f', '-'], text(...documents))

it.each<[string, unknown, string]>([
  ['a text', 'just text', 'must be an object, not a string'],
  ['a number', 5, 'must be an object, not a number'],
  ['a list', [policy], 'must be an object, not a list'],
  ['an object without apiVersion', { kind: 'SnapshotPolicy', ...bare }, 'apiVersion: is missing'],
  ['an object with an empty apiVersion', { ...policy, apiVersion: null }, 'apiVersion: is missing'],
  ['an object without kind', { apiVersion: API, ...bare }, 'kind: is missing'],
  ['an object of another API without kind', { apiVersion: 'v1', metadata: {} }, 'kind: is missing'],
  ['a kind that is a number', { ...policy, kind: 5 }, 'kind: must be a string, not a number'],
  ['what has metadata and a spec alone', bare, 'apiVersion: is missing; kind: is missing'],
  ['a list that does not say of which API', { kind: 'List', items: [policy] }, 'apiVersion: is missing'],
  ['an item that no list says the kind of', { apiVersion: 'v1', kind: 'List', items: [bare] }, 'kind: is missing'],
  ['an item that is nothing', { apiVersion: 'v1', kind: 'List', items: [null] }, 'must be an object, not null'],
  ['an item without kind', { apiVersion: API, kind: 'RestoreList', items: [{ apiVersion: API }] }, 'kind: is missing'],
])('%s is refused, and what follows is judged', async (_name, document, message) => {
  expect(await judged(document, policy)).toMatchObject({
    code: 1,
    out: [`-:1: refused: ${message}`, 'SnapshotPolicy/default/it: accepted', '1 accepted, 1 refused, 0 passed over'],
  })
})

it('gives the items of a typed list the kind that the list says', async () => {
  const other = { ...policy, metadata: { name: 'other' }, spec: {} }
  const { code, out } = await judged({
    apiVersion: API,
    kind: 'SnapshotPolicyList',
    metadata: {},
    items: [bare, other],
  })
  expect(code).toBe(1)
  expect(out).toEqual([
    'SnapshotPolicy/default/it: accepted',
    expect.stringMatching(/^SnapshotPolicy\/default\/other: refused: spec: exactly one of/),
    '1 accepted, 1 refused, 0 passed over',
  ])
})

it.each<[string, ReadonlyArray<unknown>, RegExp]>([
  ['nothing at all', [], /^There is no object in standard input\.$/],
  [
    'an empty list',
    [{ apiVersion: API, kind: 'RestoreList', items: null }],
    /^There is no object in standard input\.$/,
  ],
  ['settings of something', [{ replicas: 3 }], /^There is no object in standard input\.$/],
  ['settings beside objects of others', [{ replicas: 3 }, deployment], /but something that is no Kubernetes object\.$/],
])('%s is no success', async (_name, documents, message) => {
  const { code, errors } = await judged(...documents)
  expect({ code, errors }).toEqual({ code: 2, errors: [expect.stringMatching(message)] })
})

it.each<[string, ReadonlyArray<unknown>]>([
  ['objects of others', [deployment]],
  ['settings beside an object', [{ replicas: 3 }, policy]],
])('%s are passed over', async (_name, documents) => {
  const { code, out, errors } = await judged(...documents)
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
  expect(out.at(-1)).toContain('0 refused, 1 passed over')
})

describe('a folder', () => {
  const folder = { path: '' }
  beforeEach(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'kopiur-no-object-'))
    const put = (name: string, content: string) => writeFileSync(join(folder.path, name), content)
    put('kustomization.yaml', 'kind: Kustomization\nresources: [policy.yaml]\n')
    put('Chart.yaml', 'apiVersion: v2\nname: mine\n')
    put('values.yaml', 'kind: Deployment\n')
  })
  afterEach(() => rmSync(folder.path, { recursive: true }))

  it.each([deployment, policy])('may hold what belongs to tools of manifests', async (object) => {
    writeFileSync(join(folder.path, 'object.json'), JSON.stringify(object))
    const { code, out } = await run(validateCommand, ['-f', folder.path])
    expect(code).toBe(0)
    expect(out).toEqual(
      expect.arrayContaining([
        `${join(folder.path, 'kustomization.yaml')}:1: passed over: a kustomization`,
        `${join(folder.path, 'Chart.yaml')}:1: passed over: a Helm chart`,
        `${join(folder.path, 'values.yaml')}:1: passed over: the values of a Helm chart`,
      ]),
    )
  })

  it('of nothing else is no success', async () => {
    const { code, errors } = await run(validateCommand, ['-f', folder.path])
    expect({ code, errors }).toEqual({ code: 2, errors: [`There is no object in ${folder.path}.`] })
  })
})
