/** CustomResourceDefinitions of the nine kinds, generated from their schemas. */
import { kinds } from '../kinds'
import { customResourceDefinition, type CustomResourceDefinition } from './definition'

export { customResourceDefinition, objectSchema, type CustomResourceDefinition } from './definition'

/** File name (`snapshot-policy.yaml`) to definition. */
export const definitionFiles: { readonly [file: string]: CustomResourceDefinition } = Object.fromEntries(
  Object.values(kinds).map((kind) => [`${kebab(kind.kind)}.yaml`, customResourceDefinition(kind)]),
)

function kebab(kind: string): string {
  return kind.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}
