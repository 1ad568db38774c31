import type { KubeObject } from '../../../api/kubernetes/object'
import { isArray, isObject } from '../json-shape'
import type { KindDefinition } from '../kind-definition'
import type { PrinterColumn } from '../printer-column'
import type { JsonSchema } from '../schema/json-schema'

interface Version {
  readonly name: string
  readonly served?: boolean
  readonly storage?: boolean
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema }
  readonly subresources?: { readonly status?: object }
  readonly additionalPrinterColumns?: ReadonlyArray<PrinterColumn>
}

interface DefinitionSpec {
  readonly group: string
  readonly scope: string
  readonly names: {
    readonly kind: string
    readonly plural: string
    readonly shortNames?: ReadonlyArray<string>
    readonly categories?: ReadonlyArray<string>
  }
  readonly versions: ReadonlyArray<Version>
}

/** The kind that a parsed CustomResourceDefinition declares, in its storage version. Throws where it is no such thing. */
export const customKind = (definition: unknown): KindDefinition => {
  const spec = specOf(definition)
  const version = spec.versions.find((candidate) => candidate.storage === true) ?? spec.versions[0]
  if (version === undefined) throw new Error(`the CustomResourceDefinition of ${spec.names.kind} has no version`)
  const schema = version.schema?.openAPIV3Schema
  return {
    apiVersion: `${spec.group}/${version.name}`,
    kind: spec.names.kind,
    plural: spec.names.plural,
    shortNames: spec.names.shortNames ?? [],
    categories: spec.names.categories ?? [],
    namespaced: spec.scope === 'Namespaced',
    statusSubresource: version.subresources?.status !== undefined,
    generation: true,
    conditionalUpdate: true,
    defaultPropagation: 'Background',
    nameRule: 'subdomain',
    columns: version.additionalPrinterColumns ?? [],
    ...(schema === undefined ? {} : { schema: contentSchema(schema) }),
  }
}

const specOf = (definition: unknown): DefinitionSpec => {
  const object = definition as Partial<KubeObject> | null
  const spec = object?.['spec']
  if (object?.kind !== 'CustomResourceDefinition' || !isObject(spec) || !isArray(spec['versions']))
    throw new Error('not a CustomResourceDefinition')
  return spec as unknown as DefinitionSpec
}

const SERVER_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** The schema of everything but `apiVersion`, `kind` and `metadata`, which the server judges itself. */
const contentSchema = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !SERVER_FIELDS.has(name))),
  required: (schema.required ?? []).filter((name) => !SERVER_FIELDS.has(name)),
})
