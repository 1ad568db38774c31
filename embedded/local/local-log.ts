/** One line for a person: what happened to what. */
export type LocalLog = (subject: string, message: string) => void

/** `02:00:05  Snapshot/db/nightly  Running` on standard error. */
export const lineLog =
  (write: (line: string) => void, now: () => number): LocalLog =>
  (subject, message) =>
    write(`${new Date(now()).toISOString().slice(11, 19)}  ${subject}  ${message}\n`)
