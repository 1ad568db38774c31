import type { BootstrapOperation } from '../../api/mover/work-spec'
import { type Command, command } from './command'

type Wanted = Pick<BootstrapOperation, 'epoch' | 'blobRetention'>

const option = (flag: string, value: string | number | undefined) => (value === undefined ? [] : [flag, String(value)])

const epoch = (wanted: NonNullable<Wanted['epoch']>): ReadonlyArray<string> => [
  ...option('--epoch-min-duration', wanted.minDuration),
  ...option('--epoch-refresh-frequency', wanted.refreshFrequency),
  ...option('--epoch-advance-on-count', wanted.advanceOnCount),
  ...option('--epoch-advance-on-size-mb', wanted.advanceOnSizeMiB),
  ...option('--epoch-checkpoint-frequency', wanted.checkpointFrequency),
  ...option('--epoch-delete-parallelism', wanted.deleteParallelism),
]

const retention = (wanted: NonNullable<Wanted['blobRetention']>): ReadonlyArray<string> => [
  ...option('--retention-mode', wanted.mode),
  ...option('--retention-period', 'period' in wanted ? wanted.period : undefined),
]

export const setParameters = (wanted: Wanted): Command =>
  command.control('repository set-parameters', [
    ...(wanted.epoch === undefined ? [] : epoch(wanted.epoch)),
    ...(wanted.blobRetention === undefined ? [] : retention(wanted.blobRetention)),
  ])
