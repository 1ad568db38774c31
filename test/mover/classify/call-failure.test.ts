import { callFailure } from '../../../mover/classify/call-failure'
import { command } from '../../../mover/kopia/command'
import type { ProcessEnd } from '../../../mover/capabilities'

const exited = (code: number): ProcessEnd => ({ _tag: 'Exited', code })
const control = command.control('snapshot list', [])
const data = command.data('snapshot create', [])
const call = (end: ProcessEnd, errors: ReadonlyArray<string> = [], cancelled = false) => ({ end, errors, cancelled })

describe('why a call failed', () => {
  it('is nothing for exit code 0', () => {
    expect(callFailure(control, call(exited(0), ['access denied']))).toBeUndefined()
  })

  it.each([
    ['Timeout', call({ _tag: 'TimedOut' })],
    ['Killed', call({ _tag: 'Signalled', signal: 'SIGKILL' })],
    ['Killed', call(exited(137))],
    ['Crash', call(exited(2), ['panic: runtime error', 'goroutine 1 [running]:'])],
    ['Cancelled', call({ _tag: 'Signalled', signal: 'SIGTERM' }, [], true)],
    ['Usage', call({ _tag: 'NotStarted', reason: 'spawn kopia ENOENT' })],
    ['Unknown', call(exited(1), ['something new'])],
    ['Unknown', call(exited(2), ['an ordinary error'])],
  ] as const)('is %s', (expected, given) => {
    expect(callFailure(control, given)?.kopiaErrorClass).toBe(expected)
  })

  it('holds verb, exit code and the end of standard error', () => {
    expect(callFailure(control, call(exited(1), ['a', 'b: access denied']))).toEqual({
      kopiaErrorClass: 'AccessDenied',
      message: expect.stringContaining('refused access'),
      retryRecommended: false,
      op: 'snapshot list',
      exitCode: 1,
      stderrTail: 'a\nb: access denied',
    })
  })

  it('matches all that a quiet call printed', () => {
    const lines = [
      'GET https://account.blob/',
      'RESPONSE 403: 403 Server failed',
      'ERROR CODE: AuthenticationFailed',
      '---',
    ]
    expect(callFailure(control, call(exited(1), lines))?.kopiaErrorClass).toBe('AccessDenied')
  })

  it('matches the end of what a data call printed, not its warnings', () => {
    const lines = [
      'Snapshotting app@shop:/data ...',
      ' ! Error when processing "x": open x: permission denied',
      'Error when processing "tls: y": unable to read',
      'Found 2 fatal error(s) while snapshotting app@shop:/data.',
    ]
    expect(callFailure(data, call(exited(1), lines))?.kopiaErrorClass).toBe('PartialSnapshot')
  })

  it('matches an error of several lines that a data call ends with', () => {
    const lines = [
      'encountered 2 errors:',
      'failed to prepare source: unable to get local filesystem entry: lstat /x: no such file or directory',
      'upload error: unsupported source: nil',
    ]
    expect(callFailure(data, call(exited(1), lines))?.kopiaErrorClass).toBe('SourceError')
    const wrapped = ['flush error: no space left on device', 'and a last line that says nothing']
    expect(callFailure(data, call(exited(1), wrapped))?.kopiaErrorClass).toBe('NoSpace')
  })
})
