import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording } from './recording'

/** Writes one file a call into `directory`, named by time, route and content; replay them with the case runner. */
export const recordTo = (directory: string): ((recording: Recording) => void) => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return (recording) => {
    const text = `${JSON.stringify(recording, null, 2)}\n`
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
    const name = `${new Date(recording.now).toISOString().replaceAll(':', '')}${recording.route.replaceAll('/', '-')}-${hash}.json`
    writeFileSync(join(directory, `.${name}`), text, { mode: 0o600 })
    renameSync(join(directory, `.${name}`), join(directory, name))
  }
}
