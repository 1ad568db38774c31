/** What each field means, for `kubectl explain`. Keys are ends of paths, the longest one wins, or `Kind:path`. */
import type { OpenApi } from '../../schema'
import { backend } from './backend'
import { mover } from './mover'
import { policy } from './policy'
import { policyStatus } from './policy-status'
import { replication } from './replication'
import { repository } from './repository'
import { repositoryStatus } from './repository-status'
import { restore } from './restore'
import { schedule } from './schedule'
import { snapshot } from './snapshot'
import { status } from './status'

export const descriptions: { readonly [key: string]: string } = {
  ...backend,
  ...mover,
  ...policy,
  ...policyStatus,
  ...replication,
  ...repository,
  ...repositoryStatus,
  ...restore,
  ...schedule,
  ...snapshot,
  ...status,
}

/** The key that describes a field, if any does. */
export const descriptionKey = (kind: string, path: string): string | undefined => {
  const steps = path.split('.')
  const ends = steps.map((_, index) => steps.slice(index).join('.'))
  return [`${kind}:${path}`, ...ends].find((key) => Object.hasOwn(descriptions, key))
}

/** The schema with a description of each field; what core types and our own memories hold is not described. */
export const describedSchema = (kind: string, path: string, schema: OpenApi): OpenApi => {
  const key = descriptionKey(kind, path)
  const text = key === undefined ? undefined : descriptions[key]
  return {
    ...(text === undefined ? {} : { description: text }),
    ...schema,
    ...(isOpaque(path, schema) ? {} : inner(kind, path, schema)),
  }
}

/** Types of Kubernetes itself, and the memory that only the service reads. */
export const isOpaque = (path: string, schema: OpenApi): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true ||
  schema.properties?.['matchLabels'] !== undefined ||
  path === 'status.conditions' ||
  path === 'status.schedules' ||
  path === 'status.claims'

const inner = (kind: string, path: string, { properties, items }: OpenApi): OpenApi => ({
  ...(properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, describedSchema(kind, `${path}.${name}`, field)]),
        ),
      }),
  ...(items === undefined ? {} : { items: { ...items, ...inner(kind, path, items) } }),
})
