import type * as t from 'io-ts'
import {
  array,
  boolean,
  duration,
  enumeration,
  int64,
  nullable,
  object,
  objectWithOneOf,
  string,
  timestamp,
  uint32,
  upgraded,
  withDefault,
  type TypeOf,
} from '../schema'
import { isObject } from '../schema/is-object'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { condition } from './shared/condition'
import { labelSelector } from './shared/label-selector'
import { localRef } from './shared/reference'

const schedule = object(
  { cron: string },
  {
    concurrencyPolicy: withDefault(enumeration('Forbid', 'Allow', 'Replace'), 'Forbid'),
    jitter: nullable(duration),
    runOnCreate: withDefault(boolean, false),
    startingDeadlineSeconds: nullable(int64),
    suspend: boolean,
    timezone: nullable(string),
  },
)

export const snapshotScheduleSpec = objectWithOneOf(
  { schedule },
  {
    deletion: object({}, { onScheduleDelete: withDefault(enumeration('Retain', 'Delete'), 'Retain') }),
    failedJobsHistoryLimit: nullable(withDefault(uint32, 10)),
  },
  { policyRef: nullable(localRef), policySelector: nullable(labelSelector) },
)
export type SnapshotScheduleSpec = TypeOf<typeof snapshotScheduleSpec>

/** `at` was once spelt `scheduledAt`. */
export const scheduleSlot = upgraded(
  object(
    {},
    { at: nullable(timestamp), jitter: duration, snapshotRef: nullable(object({ name: string })), timezone: string },
  ),
  (value) => isObject(value) && value['scheduledAt'] !== undefined,
  (value) => {
    if (!isObject(value)) return value
    const { scheduledAt, ...rest } = value
    return { at: scheduledAt, ...rest }
  },
)
export type ScheduleSlot = TypeOf<typeof scheduleSlot>

export const snapshotScheduleStatus = object(
  {},
  {
    conditions: array(condition),
    consecutiveFailures: nullable(int64),
    lastSchedule: nullable(scheduleSlot),
    lastSuccessfulSchedule: nullable(scheduleSlot),
    nextSchedule: nullable(scheduleSlot),
    observedGeneration: nullable(int64),
  },
)
export type SnapshotScheduleStatus = TypeOf<typeof snapshotScheduleStatus>

export const snapshotSchedule = resource('SnapshotSchedule', snapshotScheduleSpec, snapshotScheduleStatus)
export type SnapshotSchedule = t.TypeOf<typeof snapshotSchedule>

export const snapshotScheduleDefinition = defineKind({
  kind: 'SnapshotSchedule',
  description: 'When the snapshots of one or more policies are taken.',
  plural: 'snapshotschedules',
  scope: 'Namespaced',
  shortName: 'kopiasched',
  printColumns: [
    column('Config', 'string', '.spec.policyRef.name'),
    column('Schedule', 'string', '.spec.schedule.cron'),
    column('Suspended', 'boolean', '.spec.schedule.suspend'),
    AGE,
  ],
  specSchema: snapshotScheduleSpec,
  statusSchema: snapshotScheduleStatus,
})
