import type { ErrorClass, Failure } from '../../api/mover/outcome'
import type { ProcessEnd } from '../capabilities'
import type { Command } from '../kopia/command'
import { errorClassOf } from './error-class-of'
import { failure } from './failure'
import { tail } from './tail'

type Call = {
  readonly end: ProcessEnd
  readonly errors: ReadonlyArray<string>
  readonly cancelled: boolean
}

// Lines about single files; they come before the line that tells how the whole call went.
const aboutOneFile = /^\s*!?\s*(?:Ignored )?[Ee]rror when processing /

/** The text that tells why a call failed. Where warnings stand beside errors, that is the end of what was printed. */
const told = (command: Command, errors: ReadonlyArray<string>): ErrorClass => {
  if (command.kind !== 'data') return errorClassOf(errors.join('\n'))
  const lines = errors.filter((line) => !aboutOneFile.test(line))
  const byLastLine = errorClassOf(lines.slice(-1).join('\n'))
  return byLastLine === 'Unknown' ? errorClassOf(lines.slice(-4).join('\n')) : byLastLine
}

const crashed = (errors: ReadonlyArray<string>) => errors.some((line) => /^panic: |^goroutine /.test(line))

const exitedClass = (command: Command, code: number, errors: ReadonlyArray<string>): ErrorClass => {
  if (code === 137) return 'Killed'
  return code === 2 && crashed(errors) ? 'Crash' : told(command, errors)
}

const classOf = (command: Command, { end, errors, cancelled }: Call): ErrorClass => {
  if (cancelled) return 'Cancelled'
  switch (end._tag) {
    case 'Exited':
      return exitedClass(command, end.code, errors)
    case 'Signalled':
      return 'Killed'
    case 'TimedOut':
      return 'Timeout'
    case 'NotStarted':
      return 'Usage'
  }
}

/** Why a call failed; undefined when it exited with 0. */
export const callFailure = (command: Command, call: Call): Failure | undefined => {
  const { end } = call
  if (end._tag === 'Exited' && end.code === 0) return undefined
  const lines = end._tag === 'NotStarted' ? [...call.errors, end.reason] : call.errors
  return failure(classOf(command, call), {
    op: command.verb,
    stderrTail: tail(lines),
    ...(end._tag === 'Exited' ? { exitCode: end.code } : {}),
  })
}
