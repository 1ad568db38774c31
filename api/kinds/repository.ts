import type * as t from 'io-ts'
import { nullable, object, withRules, type TypeOf } from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { createRules } from './shared/repository/create-rules'
import { server } from './shared/repository/server'
import { optionalSpec, requiredSpec } from './shared/repository/spec'
import { statusFields } from './shared/repository/status'

export const repositorySpec = withRules(
  object(requiredSpec, { ...optionalSpec, server: nullable(server) }),
  createRules,
)
export type RepositorySpec = TypeOf<typeof repositorySpec>

export const repositoryStatus = object({}, statusFields)
export type RepositoryStatus = TypeOf<typeof repositoryStatus>

export const repository = resource('Repository', repositorySpec, repositoryStatus)
export type Repository = t.TypeOf<typeof repository>

export const repositoryDefinition = defineKind({
  kind: 'Repository',
  description: 'A kopia repository of one namespace: where snapshots are stored and how it is looked after.',
  plural: 'repositories',
  scope: 'Namespaced',
  shortName: 'kopiarepo',
  printColumns: [
    column('Phase', 'string', '.status.phase'),
    column('Backend', 'string', '.status.backend'),
    column('Server', 'string', '.status.server.endpoint'),
    { ...column('IndexBlobs', 'integer', '.status.storageStats.indexBlobCount'), priority: 1 },
    AGE,
  ],
  specSchema: repositorySpec,
  statusSchema: repositoryStatus,
})
