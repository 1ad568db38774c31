import type { Minting, MintingMember, ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import { snapshot } from '../../../api/kinds/snapshot'
import { Annotation } from '../../../api/names/annotations'
import { API_VERSION } from '../../../api/names/group'
import { readAs } from '../../core/kube'
import { getNeed, type Need, type Reads } from '../../need'

/** Snapshots created by one answer, each read by name before. */
const CREATED_AT_ONCE = 50

export interface MintingView {
  /** Names that were seen and are never made again, whoever deletes them. */
  readonly observed: ReadonlyArray<string>
  readonly create: ReadonlyArray<MintingMember>
  /** Names that an object of somebody else holds: they are not made. */
  readonly taken: ReadonlyArray<string>
  readonly needs: ReadonlyArray<Need>
}

interface Around {
  readonly policyUid: string
  readonly namespace: string
  readonly names: ReadonlySet<string>
  readonly reads: Reads
}

/** How far a slot's Snapshots have come: seen as children, or there by a quorum read, or to be created. */
export const viewMinting = (minting: Minting, around: Around): MintingView => {
  const seen = new Set(minting.observed)
  const open = minting.members
    .filter(({ name }) => !seen.has(name) && !around.names.has(name))
    .slice(0, CREATED_AT_ONCE)
  const found = open.map((member) => ({ member, state: lookup(member.name, minting, around) }))
  const named = (state: Lookup): ReadonlyArray<MintingMember> =>
    found.filter((one) => one.state === state).map(({ member }) => member)
  const ours = new Set(named('Ours').map(({ name }) => name))
  return {
    observed: minting.members
      .map(({ name }) => name)
      .filter((name) => seen.has(name) || around.names.has(name) || ours.has(name)),
    create: named('Missing'),
    taken: named('Taken').map(({ name }) => name),
    needs: named('NotRead').map(({ name }) => snapshotNeed(name, around.namespace)),
  }
}

/** All members are seen, or cannot be made. */
export const isMinted = ({ members }: Minting, { observed, taken }: MintingView): boolean =>
  observed.length + taken.length === members.length

/** A slot none of whose names could be had made nothing. */
export const afterMinting = ({ minting: _, ...memory }: ScheduleMemory, done: Minting, taken = 0): ScheduleMemory =>
  taken > 0 && taken === done.members.length
    ? memory
    : {
        ...memory,
        lastMinted: {
          at: done.slot,
          ...(done.members.length === 1 && done.members.every(isBare) ? { snapshot: done.members[0]?.name ?? '' } : {}),
        },
      }

/** Neither of a fan-out over claims nor over repositories: its name is that of the slot. */
const isBare = ({ pvc, repository }: MintingMember): boolean => pvc === undefined && repository === undefined

type Lookup = 'NotRead' | 'Ours' | 'Missing' | 'Taken' | 'Unclear'

const lookup = (name: string, { slot }: Minting, { namespace, policyUid, reads }: Around): Lookup => {
  const read = readAs(snapshot)(reads, snapshotNeed(name, namespace))
  switch (read._tag) {
    case 'NotRead':
    case 'Missing':
      return read._tag
    case 'Forbidden':
    case 'Unreadable':
      return 'Unclear'
    case 'Found': {
      const { annotations = {}, deletionTimestamp } = read.value.metadata
      if (annotations[Annotation.policyUid] === policyUid && annotations[Annotation.slot] === slot) return 'Ours'
      return deletionTimestamp === undefined ? 'Taken' : 'Unclear'
    }
  }
}

export const snapshotNeed = (name: string, namespace: string): Need =>
  getNeed({ apiVersion: API_VERSION, kind: 'Snapshot', namespace, name })
