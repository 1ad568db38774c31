import { findCondition, type Condition, type ConditionUpdate } from '../../core/conditions'

const GOOD: ReadonlyArray<ConditionUpdate> = [
  { type: 'CredentialsAvailable', status: 'True', reason: 'Available', message: 'All credentials are there.' },
  { type: 'MoverPermitted', status: 'True', reason: 'Permitted', message: 'The namespace permits this mover.' },
  { type: 'SourcePvcAvailable', status: 'True', reason: 'SourcePvcFound', message: 'The source claim is there.' },
  {
    type: 'RepositoryVolumeAvailable',
    status: 'True',
    reason: 'Available',
    message: 'The volume of the repository is there.',
  },
  { type: 'RepositorySlotAvailable', status: 'True', reason: 'SlotAcquired', message: 'The repository gave a slot.' },
]

const STAGED: ConditionUpdate = {
  type: 'SourceStaged',
  status: 'True',
  reason: 'SourceStaged',
  message: 'The source is staged.',
}

/** The policy was changed to read the live volume while a copy was waited for. */
const LIVE: ConditionUpdate = {
  type: 'SourceStaged',
  status: 'True',
  reason: 'NotNeeded',
  message: 'The policy reads the live volume; nothing is staged.',
}

/** Gates that once held this run are said to be open; those that never did stay unmentioned. */
export const clearedGates = (
  conditions: ReadonlyArray<Condition> | undefined,
  isStaged: boolean,
): ReadonlyArray<ConditionUpdate> => [
  ...GOOD.filter(({ type }) => findCondition(conditions, type) !== undefined),
  ...(isStaged ? [STAGED] : findCondition(conditions, 'SourceStaged') === undefined ? [] : [LIVE]),
]
