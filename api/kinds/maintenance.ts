import type * as t from 'io-ts'
import {
  array,
  enumeration,
  int64,
  nullable,
  object,
  openEnumeration,
  string,
  timestamp,
  withDefault,
  type TypeOf,
} from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { condition } from './shared/condition'
import { credentialProjection } from './shared/credential-projection'
import { failurePolicy } from './shared/failure-policy'
import { maintenanceSchedule } from './shared/maintenance-schedule'
import { mover } from './shared/mover'
import { repositoryRef } from './shared/reference'
import { takeoverPolicy } from './shared/takeover-policy'

const ownership = object(
  { owner: string },
  { ownerAliases: array(string), takeoverPolicy: withDefault(takeoverPolicy, 'Never') },
)

export const maintenanceSpec = object(
  { ownership, repository: repositoryRef, schedule: maintenanceSchedule },
  {
    credentialProjection: nullable(credentialProjection),
    failurePolicy: nullable(failurePolicy),
    mover: nullable(mover),
  },
)
export type MaintenanceSpec = TypeOf<typeof maintenanceSpec>

/** What is remembered of one tier, quick or full. */
export const maintenanceTier = object(
  {},
  {
    consecutiveFailures: nullable(int64),
    lastContentReclaimedBytes: nullable(int64),
    lastHandledAt: nullable(timestamp),
    lastRunAt: nullable(timestamp),
    nextScheduledAt: nullable(timestamp),
  },
)
export type MaintenanceTier = TypeOf<typeof maintenanceTier>

const manualRun = object(
  {},
  {
    completedAt: nullable(timestamp),
    mode: nullable(enumeration('quick', 'full')),
    phase: nullable(openEnumeration('Running', 'Succeeded', 'Failed')),
    requestedAt: nullable(timestamp),
  },
)

export const maintenanceStatus = object(
  {},
  {
    conditions: array(condition),
    full: nullable(maintenanceTier),
    manualRun: nullable(manualRun),
    observedGeneration: nullable(int64),
    ownership: nullable(object({}, { claimedAt: nullable(timestamp), owner: nullable(string) })),
    quick: nullable(maintenanceTier),
  },
)
export type MaintenanceStatus = TypeOf<typeof maintenanceStatus>

export const maintenance = resource('Maintenance', maintenanceSpec, maintenanceStatus)
export type Maintenance = t.TypeOf<typeof maintenance>

export const maintenanceDefinition = defineKind({
  kind: 'Maintenance',
  description: 'When and by whom a repository is cleaned up.',
  plural: 'maintenances',
  scope: 'Namespaced',
  shortName: 'kopiamaint',
  printColumns: [
    column('Repository', 'string', '.spec.repository.name'),
    column('Owner', 'string', '.status.ownership.owner'),
    AGE,
  ],
  specSchema: maintenanceSpec,
  statusSchema: maintenanceStatus,
})
