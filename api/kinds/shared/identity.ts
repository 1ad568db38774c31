import { nullable, object, string, type TypeOf } from '../../schema'

/** kopia's `user@host[:path]`, resolved. */
export const resolvedIdentity = object({ hostname: string, username: string }, { sourcePath: nullable(string) })
export type ResolvedIdentity = TypeOf<typeof resolvedIdentity>

export const resolvedSource = object({}, { pvc: nullable(string), sourcePath: nullable(string) })
export type ResolvedSource = TypeOf<typeof resolvedSource>
