import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { MAX_OUTPUT_BYTES, type ProcessCall, type ProcessEnd, type ProcessResult } from './capabilities'

/** Time between asking a process to stop and killing it, when its deadline has passed. */
const GRACE_MS = 30_000
/** A line that never ends is passed on in pieces. */
const MAX_LINE = 4 * 1024 * 1024

type Lines = { readonly push: (chunk: Buffer) => void; readonly end: () => void }

const lines = (separator: RegExp, each: (line: string) => void): Lines => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const take = (text: string) => {
    const parts = (rest + text).split(separator)
    rest = parts.pop() ?? ''
    parts.forEach(each)
    if (rest.length > MAX_LINE) {
      each(rest)
      rest = ''
    }
  }
  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end())
      if (rest !== '') each(rest)
    },
  }
}

const gatherer = () => {
  const parts: Buffer[] = []
  let size = 0
  return {
    push: (chunk: Buffer) => {
      const room = MAX_OUTPUT_BYTES - size
      if (room > 0) parts.push(chunk.subarray(0, room))
      size += chunk.length
    },
    text: () => Buffer.concat(parts).toString('utf8'),
  }
}

/** Handle of a running process for whoever forwards signals to it. */
export type Running = { readonly stop: () => void }

/** Runs one program without a shell. Never rejects. */
export const spawnProcess = (
  call: ProcessCall,
  started: (running: Running) => void = () => undefined,
): Promise<ProcessResult> =>
  new Promise((resolve) => {
    const gathered = gatherer()
    const onOutputLine = call.onOutputLine
    const output = onOutputLine === undefined ? undefined : lines(/\n/, onOutputLine)
    const errors = lines(/[\r\n]/, call.onErrorLine)
    const child = spawn(call.file, [...call.args], { env: { ...call.env }, stdio: ['pipe', 'pipe', 'pipe'] })
    let timedOut = false
    let killer: NodeJS.Timeout | undefined
    const deadline = setTimeout(() => {
      timedOut = true
      child.kill('SIGTERM')
      killer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    }, call.deadlineMs)
    const finish = (end: ProcessEnd) => {
      clearTimeout(deadline)
      clearTimeout(killer)
      resolve({ end, output: gathered.text() })
    }
    child.stdout.on('data', (chunk: Buffer) => (output ?? gathered).push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    // A program that ends without reading its input is judged by its end, not by the broken pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(call.stdin ?? '')
    child.on('error', (error) => finish({ _tag: 'NotStarted', reason: error.message }))
    child.on('close', (code, signal) => {
      output?.end()
      errors.end()
      if (timedOut) return finish({ _tag: 'TimedOut' })
      finish(code === null ? { _tag: 'Signalled', signal: signal ?? 'unknown' } : { _tag: 'Exited', code })
    })
    started({ stop: () => child.kill('SIGTERM') })
  })
