import { validateCommand } from '../../../cli/validate'
import { run } from '../terminal'

/** Of a policy with this metadata beside its name: the exit code and the line about it. */
const judged = async (metadata: object) => {
  const policy = {
    apiVersion: 'kopiur.home-operations.com/v1alpha1',
    kind: 'SnapshotPolicy',
    metadata: { name: 'it', namespace: 'apps', ...metadata },
    spec: { repository: { name: 'main' }, sources: [{ pvc: { name: 'data' } }], copyMethod: 'Direct' },
  }
  const { code, out } = await run(validateCommand, ['-f', '-'], JSON.stringify(policy))
  return { code, line: out[0] ?? '' }
}

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u' }

it.each<[string, object, string]>([
  ['a label key with a space', { labels: { 'a b': '1' } }, 'metadata.labels: Invalid value: "a b": name part must'],
  ['a label key of two slashes', { labels: { 'a/b/c': '1' } }, 'Invalid value: "a/b/c": a qualified name must'],
  ['a label key with a bad prefix', { labels: { 'A_b/c': '1' } }, 'Invalid value: "A_b/c": prefix part a lowercase'],
  ['a label key that is too long', { labels: { ['a'.repeat(64)]: '1' } }, 'must be no more than 63 characters'],
  ['a label value with a slash', { labels: { a: 'a/b' } }, 'metadata.labels: Invalid value: "a/b": a valid label must'],
  ['a label that is a number', { labels: { a: 1 } }, 'metadata.labels.a: must be a string, not 1'],
  [
    'an annotation key of two slashes',
    { annotations: { 'A/B/C': '' } },
    'metadata.annotations: Invalid value: "A/B/C"',
  ],
  ['too large annotations', { annotations: { a: 'x'.repeat(262_144) } }, 'metadata.annotations: Too long'],
  ['a finalizer with a space', { finalizers: ['not mine'] }, 'metadata.finalizers: Invalid value: "not mine"'],
  ['an owner without UID', { ownerReferences: [{ ...owner, uid: null }] }, 'ownerReferences.uid: Invalid value: ""'],
  ['an owner without version', { ownerReferences: [{ ...owner, apiVersion: null }] }, 'version must not be empty'],
  ['an owner of another type', { ownerReferences: ['x'] }, 'metadata.ownerReferences[0]: must be an object'],
  [
    'a field that owners do not have',
    { ownerReferences: [{ ...owner, namespace: 'x' }] },
    'metadata.ownerReferences[0].namespace: is no field',
  ],
  [
    'two controllers',
    { ownerReferences: ['a', 'b'].map((name) => ({ ...owner, name, controller: true })) },
    'Only one reference can have Controller set to true',
  ],
  ['a birth that is no time', { creationTimestamp: 'nope' }, 'metadata.creationTimestamp: "nope" must be an RFC3339'],
  ['a birth on no day', { creationTimestamp: '2026-02-30T00:00:00Z' }, 'must be an RFC3339 time'],
  ['a birth in small letters', { creationTimestamp: '2026-02-20t00:00:00z' }, 'must be an RFC3339 time'],
  ['an empty birth', { creationTimestamp: '' }, 'metadata.creationTimestamp: "" must be an RFC3339 time'],
  ['a death that is no time', { deletionTimestamp: 'soon' }, 'metadata.deletionTimestamp: "soon"'],
  ['a writing that is no time', { managedFields: [{ time: 'x' }] }, 'metadata.managedFields[0].time: "x"'],
  ['a generation below zero', { generation: -1 }, 'metadata.generation: must be at least 0'],
  ['a namespace with a dot', { namespace: 'a.b' }, 'metadata.namespace: Invalid value: "a.b"'],
  ['a prefix that no name begins with', { name: null, generateName: 'Run-' }, 'metadata.generateName: "Run-" must be'],
  ['no name', { name: null }, 'metadata.name: is required'],
  ['a name that is a number', { name: 5 }, 'refused: metadata.name: must be a string, not 5'],
])('%s is refused', async (_name, metadata, message) => {
  const { code, line } = await judged(metadata)
  expect(line).toContain(message)
  expect({ code, reasons: line.split('; ').length }).toEqual({ code: 1, reasons: 1 })
})

it.each<[string, object]>([
  ['the empty birth that kubectl prints', { creationTimestamp: null }],
  ['nulls for all that is not set', { labels: null, annotations: null, finalizers: null, ownerReferences: null }],
  ['a label without a value', { labels: { 'app.kubernetes.io/name': '', plain: null } }],
  ['an annotation key in capitals', { annotations: { 'Example.COM/Key': 'any text: ${it}' } }],
  ['finalizers', { finalizers: ['orphan', 'x.io/mine'] }],
  ['an owner', { ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: null }] }],
  ['what a server adds', { creationTimestamp: '2026-02-28T00:00:00Z', generation: 3, uid: 'u', resourceVersion: '7' }],
  ['a prefix that ends in a dash', { name: null, generateName: 'run-' }],
])('%s is accepted', async (_name, metadata) => {
  const { code, line } = await judged(metadata)
  expect({ code, line }).toEqual({ code: 0, line: expect.stringMatching(/: accepted$/) })
})
