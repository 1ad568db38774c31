import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitFor } from './wait'

const PATIENCE = { limitSeconds: 5_400, everyMs: 200 }
/** A file without a process in it belongs to somebody who is about to write into it, but not for long. */
const WRITTEN_WITHIN_MS = 10_000

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const isAbandoned = (file: string): boolean => {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    return holder > 0 ? !isAlive(holder) : Date.now() - statSync(file).mtimeMs > WRITTEN_WITHIN_MS
  } catch {
    return false
  }
}

const take = (file: string): true | undefined => {
  if (isAbandoned(file)) rmSync(file, { force: true })
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch {
    return undefined
  }
}

/** Runs it while no other process of this machine holds the lock. A holder that was killed loses it. */
export const withLock = async <A>(file: string, run: () => Promise<A>): Promise<A> => {
  mkdirSync(dirname(file), { recursive: true })
  await waitFor(`the lock ${file}`, async () => take(file), PATIENCE)
  try {
    return await run()
  } finally {
    rmSync(file, { force: true })
  }
}
