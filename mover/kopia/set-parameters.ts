import type { BootstrapOperation } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { flag } from './flag'

type Wanted = Pick<BootstrapOperation, 'epoch' | 'blobRetention'>

const epoch = (wanted: NonNullable<Wanted['epoch']>): ReadonlyArray<string> => [
  ...flag('--epoch-min-duration', wanted.minDuration),
  ...flag('--epoch-refresh-frequency', wanted.refreshFrequency),
  ...flag('--epoch-advance-on-count', wanted.advanceOnCount),
  ...flag('--epoch-advance-on-size-mb', wanted.advanceOnSizeMiB),
  ...flag('--epoch-checkpoint-frequency', wanted.checkpointFrequency),
  ...flag('--epoch-delete-parallelism', wanted.deleteParallelism),
]

const retention = (wanted: NonNullable<Wanted['blobRetention']>): ReadonlyArray<string> => [
  ...flag('--retention-mode', wanted.mode),
  ...flag('--retention-period', 'period' in wanted ? wanted.period : undefined),
]

export const setParameters = (wanted: Wanted): Command =>
  command.control('repository set-parameters', [
    ...(wanted.epoch === undefined ? [] : epoch(wanted.epoch)),
    ...(wanted.blobRetention === undefined ? [] : retention(wanted.blobRetention)),
  ])
