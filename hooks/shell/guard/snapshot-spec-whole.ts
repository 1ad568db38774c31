import { isDeepStrictEqual } from 'node:util'
import { API_VERSION } from '../../../api/names/group'
import { textOf, type ChildCheck } from './check'

/**
 * Users edit Snapshots and InPlace undoes what is left out, so the observed spec goes back as it came. Two fields are
 * the owner's: `onScheduleDelete`, and a `repository` that was absent.
 */
export const snapshotSpecWhole: ChildCheck = (_call, children) =>
  children.flatMap((child) => {
    const { decided, observed } = child
    if (decided._tag !== 'keep' || observed === undefined || !isSnapshot(decided.object)) return []
    return isWhole(observed['spec'], decided.object['spec'])
      ? []
      : [`${textOf(child)} does not carry its observed spec`]
  })

const isSnapshot = (object: { readonly apiVersion: string; readonly kind: string }): boolean =>
  object.kind === 'Snapshot' && object.apiVersion === API_VERSION

const isWhole = (observed: unknown, answered: unknown): boolean =>
  observed === answered || isDeepStrictEqual(usersPart(observed, observed), usersPart(answered, observed))

const usersPart = (spec: unknown, observed: unknown): unknown => {
  if (!isRecord(spec)) return spec
  const { onScheduleDelete, repository, ...rest } = spec
  return isRecord(observed) && 'repository' in observed ? { ...rest, repository } : rest
}

const isRecord = (u: unknown): u is { readonly [key: string]: unknown } => typeof u === 'object' && u !== null
