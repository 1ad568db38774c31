import * as t from 'io-ts'
import type { MaintenanceOperation } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { flag } from './flag'

const run = t.intersection([
  t.type({ start: t.string }),
  t.partial({
    success: t.boolean,
    extra: t.array(t.intersection([t.type({ kind: t.string }), t.partial({ data: t.unknown })])),
  }),
])
export type MaintenanceRun = t.TypeOf<typeof run>

export const maintenanceInfoJson = t.type({
  owner: t.string,
  schedule: t.partial({ runs: t.union([t.null, t.record(t.string, t.array(run))]) }),
})
export type MaintenanceInfo = t.TypeOf<typeof maintenanceInfoJson>

export const maintenanceInfo = (): Command => command.control('maintenance info', ['--json'])

/** Anyone who may write can set the owner, so it must be read again before it is trusted. */
export const maintenanceSetOwner = (owner: string): Command =>
  command.control('maintenance set', flag('--owner', owner))

export const maintenanceRun = (mode: MaintenanceOperation['mode']): Command => ({
  ...command.control('maintenance run', [mode === 'full' ? '--full' : '--no-full']),
  kind: 'long',
})
