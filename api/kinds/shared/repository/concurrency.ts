import { integer, nullable, object, uint32, type TypeOf } from '../../../schema'

/** How many Jobs may use the repository at once. */
export const concurrency = object(
  {},
  {
    maxConcurrentDeleteJobs: nullable(integer({ format: 'uint32', minimum: 1 })),
    maxConcurrentJobs: nullable(uint32),
  },
)
export type Concurrency = TypeOf<typeof concurrency>
