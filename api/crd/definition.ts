import type { Kind, PrintColumn } from '../kinds'
import { GROUP, VERSION } from '../names/group'
import type { OpenApi } from '../schema'

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
        schema: { openAPIV3Schema: objectSchema(kind) },
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

const printColumn = ({ name, type, jsonPath, priority }: PrintColumn) => ({
  name,
  type,
  jsonPath,
  ...(priority === undefined ? {} : { priority }),
})
