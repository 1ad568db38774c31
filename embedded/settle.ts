import type { VirtualClock } from './clock/virtual-clock'
import type { EmbeddedCluster } from './cluster'

export interface SettleOptions {
  /** A pause this long, in milliseconds of virtual time, counts as quiet; 2 s if absent. Longer timers are left waiting. */
  readonly pause?: number
  /** How much virtual time may pass until then; one hour if absent. */
  readonly limit?: number
  /** How many hook calls may be made until then; 20,000 if absent. */
  readonly calls?: number
}

/** Thrown where a cluster does not come to rest. */
export class NotQuiet extends Error {}

/**
 * Runs virtual time until nothing is due within the pause. Throws what ended Metacontroller, if anything did, and
 * `NotQuiet` at a limit. Time then stands at the last thing that happened.
 */
export const settle = async (cluster: EmbeddedCluster<VirtualClock>, options: SettleOptions = {}): Promise<void> => {
  const { clock, metacontroller } = cluster
  const pause = options.pause ?? 2_000
  const limit = clock.now() + (options.limit ?? 3_600_000)
  const calls = metacontroller.calls + (options.calls ?? 20_000)
  const isLoop = (): boolean => metacontroller.calls > calls
  await clock.run((at) => metacontroller.failure === undefined && !isLoop() && at <= limit && at - clock.now() <= pause)
  throwFailure(cluster)
  if (isLoop()) throw new NotQuiet(`not quiet after ${options.calls ?? 20_000} hook calls`)
  const next = clock.nextAt()
  if (next !== undefined && next > limit && next - clock.now() <= pause)
    throw new NotQuiet(`not quiet after ${(options.limit ?? 3_600_000) / 1_000} s of virtual time`)
}

/** Runs virtual time until `time`, whatever happens in between. */
export const runTo = async (cluster: EmbeddedCluster<VirtualClock>, time: number): Promise<void> => {
  await cluster.clock.run((at) => cluster.metacontroller.failure === undefined && at <= time)
  throwFailure(cluster)
  await cluster.clock.runUntil(time)
}

const throwFailure = ({ metacontroller }: EmbeddedCluster): void => {
  if (metacontroller.failure !== undefined) throw metacontroller.failure
}
