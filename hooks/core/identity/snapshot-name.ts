import { capName, repositoryKey, shortHash, type RepositoryRef } from '../names'
import type { Instant } from '../time/instant'
import type { Claim } from './source-path'

const LIMIT = 63
/** Longest hash and markers: `-pvc-` and `-` and 8, `-repo-` and `-` and 8, both. */
const ROOM = { pvc: 49, repository: 48, both: 43 } as const

/** `20260805020000`: the slot in UTC. */
export const slotStamp = (slot: Instant): string => new Date(slot).toISOString().slice(0, 19).replace(/[-T:]/g, '')

/** Name of what a slot makes; a schedule that selects its policies by label adds the policy's name. */
export const baseName = (schedule: string, policy: string | undefined, slot: Instant): string =>
  [schedule, ...(policy === undefined ? [] : [policy]), slotStamp(slot)].join('-')

/**
 * Name of one Snapshot of a fan-out, at most 63 characters. What is cut never cuts the hash, which stands for the whole
 * of base, claim and repository.
 */
export const memberName = (
  base: string,
  namespace: string,
  { claim, repository }: { readonly claim?: Claim; readonly repository?: RepositoryRef },
): string => {
  const hash = shortHash(
    [
      base,
      ...(claim === undefined ? [] : [`${claim.namespace}/${claim.name}`]),
      ...(repository === undefined ? [] : [repositoryKey(repository)]),
    ].join('\n'),
  )
  const claimSlug =
    claim === undefined
      ? undefined
      : slug(claim.namespace === namespace ? claim.name : `${claim.namespace}-${claim.name}`)
  const repositorySlug = repository === undefined ? undefined : slug(repository.name)
  return claimSlug === undefined && repositorySlug === undefined
    ? capName(base)
    : fanOutName({ base, claim: claimSlug, repository: repositorySlug }, hash)
}

interface Parts {
  readonly base: string
  readonly claim: string | undefined
  readonly repository: string | undefined
}

const fanOutName = (parts: Parts, hash: string): string => {
  const whole = join(parts, hash)
  return whole.length <= LIMIT ? whole : join(cut(parts), hash)
}

const join = ({ base, claim, repository }: Parts, hash: string): string =>
  [
    base,
    ...(claim === undefined ? [] : ['pvc', claim]),
    ...(repository === undefined ? [] : ['repo', repository]),
    hash,
  ].join('-')

const cut = ({ base, claim, repository }: Parts): Parts => {
  if (claim !== undefined && repository !== undefined) {
    const r = clip(repository, Math.floor(ROOM.both / 3))
    const c = clip(claim, Math.floor((ROOM.both - r.length) / 2))
    return { base: clip(base, ROOM.both - r.length - c.length), claim: c, repository: r }
  }
  const room = claim === undefined ? ROOM.repository : ROOM.pvc
  const c = claim === undefined ? undefined : clip(claim, Math.floor(room / 3))
  const r = repository === undefined ? undefined : clip(repository, Math.floor(room / 3))
  return { base: clip(base, room - (c ?? r ?? '').length), claim: c, repository: r }
}

const slug = (text: string): string => trimmed(text.toLowerCase().replace(/[^a-z0-9-]/g, '-'))

const clip = (text: string, length: number): string => trimmed(text.slice(0, length))

const trimmed = (text: string): string => text.replace(/^-+|-+$/g, '')

/** Name of the group snapshot that several members of one source share. */
export const groupName = (
  base: string,
  group: { readonly namespace: string; readonly sourceIndex: number; readonly repository?: RepositoryRef },
): string => {
  const key = `${group.namespace}#${group.sourceIndex}${group.repository === undefined ? '' : `#${repositoryKey(group.repository)}`}`
  return `${clip(base, 50)}-${shortHash(key)}-grp`
}
