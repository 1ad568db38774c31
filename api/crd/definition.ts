import type { Kind, PrintColumn } from '../kinds'
import { GROUP, VERSION } from '../names/group'
import type { OpenApi } from '../schema'
import { describedSchema } from './descriptions'

/** The CustomResourceDefinition of a kind, ready to be written as YAML or sent to an API server. */
export const customResourceDefinition = (kind: Kind) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: kind.scope,
    names: {
      kind: kind.kind,
      listKind: `${kind.kind}List`,
      plural: kind.plural,
      singular: kind.kind.toLowerCase(),
      shortNames: [kind.shortName],
      categories: kind.categories,
    },
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: kind.printColumns.map(printColumn),
        schema: { openAPIV3Schema: explained(kind) },
      },
    ],
  },
})

export type CustomResourceDefinition = ReturnType<typeof customResourceDefinition>

/** The schema of a whole object. */
export const objectSchema = ({ description, specSchema, statusSchema }: Kind): OpenApi => ({
  description,
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: specSchema.openApi,
    status: { ...statusSchema.openApi, nullable: true },
  },
  required: ['spec'],
})

/** The same with what each field means. */
const explained = (kind: Kind): OpenApi => {
  const { properties = {}, ...schema } = objectSchema(kind)
  const described = Object.entries(properties).map(([name, field]) => [
    name,
    name === 'spec' || name === 'status' ? describedSchema(kind.kind, name, field) : field,
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

const printColumn = ({ name, type, jsonPath, priority }: PrintColumn) => ({
  name,
  type,
  jsonPath,
  ...(priority === undefined ? {} : { priority }),
})
