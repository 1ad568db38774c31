import { readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'

const page = readFileSync('docs/how-to/install.md', 'utf8')
const [, snippet = ''] = /^## An API server on another port$[\s\S]*?^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
const kustomization: {
  readonly patches: ReadonlyArray<{
    readonly target: { readonly kind: string; readonly name: string }
    readonly patch: string
  }>
} = parse(snippet)
const policy: unknown = parseAllDocuments(readFileSync('manifests/base/network-policy.yaml', 'utf8'))[0]?.toJS()

const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? Object.entries(part).find(([name]) => name === key)?.[1] : undefined,
    value,
  )

it('the patch for an API server on another port adds to the list of ports that the policy lets out to', () => {
  const [{ target, patch } = { target: undefined, patch: '' }] = kustomization.patches
  expect(policy).toMatchObject({ kind: target?.kind, metadata: { name: target?.name } })
  const [{ op, path, value }] = parse(patch)
  expect([op, path.split('/').at(-1)]).toEqual(['add', '-'])
  const ports = at(policy, path.split('/').slice(1, -1))
  expect(ports).toContainEqual({ port: 6443 })
  expect(ports).not.toContainEqual(value)
})
