import { nullable, object, openEnumeration, timestamp, type TypeOf } from '../../schema'

/** A run asked for by annotation; `requestedAt` is that annotation's text. */
export const manualRun = object(
  {},
  {
    completedAt: nullable(timestamp),
    phase: nullable(openEnumeration('Pending', 'Running', 'Succeeded', 'Failed')),
    requestedAt: nullable(timestamp),
  },
)
export type ManualRun = TypeOf<typeof manualRun>
