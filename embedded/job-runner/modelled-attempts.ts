import type { Attempt } from '../local/jobs/attempt-folder'

const NOBODY = { pid: 0, start: '' }

/** The attempts of modelled Jobs, by the UID of the Job. */
export class ModelledAttempts {
  private readonly byJob = new Map<string, Attempt[]>()

  of(uid: string): ReadonlyArray<Attempt> {
    return this.byJob.get(uid) ?? []
  }

  count(uid: string): number {
    return this.of(uid).length
  }

  isRunning(uid: string, number: number): boolean {
    return this.of(uid)[number - 1]?.state._tag === 'Running'
  }

  /** Starts the next attempt and returns its number. */
  begin(uid: string): number {
    const attempts = this.byJob.get(uid) ?? []
    this.byJob.set(uid, attempts)
    return attempts.push({
      number: attempts.length + 1,
      folder: '',
      state: { _tag: 'Running', process: NOBODY },
      interrupted: false,
    })
  }

  /** Ends the running attempt; without a code it is lost. False: none runs. */
  end(uid: string, code: number | undefined, at: number): boolean {
    const attempts = this.byJob.get(uid) ?? []
    const index = attempts.findIndex(({ state }) => state._tag === 'Running')
    const running = attempts[index]
    if (running === undefined) return false
    attempts[index] = { ...running, state: code === undefined ? { _tag: 'Lost', at } : { _tag: 'Exited', code, at } }
    return true
  }

  /** The Job is gone: its pods are too. */
  stop(uid: string, at: number): void {
    this.end(uid, undefined, at)
  }
}
