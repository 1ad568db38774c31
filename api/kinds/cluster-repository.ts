import type * as t from 'io-ts'
import { array, boolean, int64, nullable, object, string, union, withDefault, withRules, type TypeOf } from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { labelSelector } from './shared/label-selector'
import { createRules } from './shared/repository/create-rules'
import { clusterServer } from './shared/repository/server'
import { optionalSpec, requiredSpec } from './shared/repository/spec'
import { statusFields } from './shared/repository/status'

/** Which namespaces may use the repository. */
export const allowedNamespaces = union({ all: boolean, list: array(string), selector: labelSelector })
export type AllowedNamespaces = TypeOf<typeof allowedNamespaces>

export const clusterRepositorySpec = withRules(
  object(
    { ...requiredSpec, allowedNamespaces },
    {
      ...optionalSpec,
      credentialProjection: nullable(object({}, { allowed: withDefault(boolean, false) })),
      server: nullable(clusterServer),
    },
  ),
  createRules,
)
export type ClusterRepositorySpec = TypeOf<typeof clusterRepositorySpec>

export const clusterRepositoryStatus = object({}, { ...statusFields, allowedNamespaceCount: nullable(int64) })
export type ClusterRepositoryStatus = TypeOf<typeof clusterRepositoryStatus>

export const clusterRepository = resource('ClusterRepository', clusterRepositorySpec, clusterRepositoryStatus)
export type ClusterRepository = t.TypeOf<typeof clusterRepository>

export const clusterRepositoryDefinition = defineKind({
  kind: 'ClusterRepository',
  description: 'A kopia repository that several namespaces share.',
  plural: 'clusterrepositories',
  scope: 'Cluster',
  shortName: 'kopiacrepo',
  printColumns: [
    column('Phase', 'string', '.status.phase'),
    column('Backend', 'string', '.status.backend'),
    column('Namespaces', 'integer', '.status.allowedNamespaceCount'),
    column('Server', 'string', '.status.server.endpoint'),
    { ...column('IndexBlobs', 'integer', '.status.storageStats.indexBlobCount'), priority: 1 },
    AGE,
  ],
  specSchema: clusterRepositorySpec,
  statusSchema: clusterRepositoryStatus,
})
