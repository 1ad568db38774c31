import { duration, nullable, object, string, type TypeOf } from '../../schema'

/** A schedule: five cron fields (`H` allowed), spread by `jitter`, in an IANA zone. */
export const cronSpec = object({ cron: string }, { jitter: nullable(duration), timezone: nullable(string) })
export type CronSpec = TypeOf<typeof cronSpec>
