import { type ProcessCall } from '../../mover/capabilities'
import { type Running, spawnProcess } from '../../mover/spawn'

const call = (script: string, more: Partial<ProcessCall> = {}): ProcessCall => ({
  file: process.execPath,
  args: ['-e', script],
  env: { PATH: process.env['PATH'] ?? '' },
  deadlineMs: 60_000,
  onErrorLine: () => undefined,
  ...more,
})

describe('a process', () => {
  it('ends with its code, its output and its error lines, split at returns too', async () => {
    const errors: string[] = []
    const script = `process.stdout.write('out'); process.stderr.write('a\\rb\\nc'); process.exitCode = 3`
    const result = await spawnProcess(call(script, { onErrorLine: (line) => errors.push(line) }))
    expect(result).toEqual({ end: { _tag: 'Exited', code: 3 }, output: 'out' })
    expect(errors).toEqual(['a', 'b', 'c'])
  })

  it('hands out lines whole, also when a character is cut in two', async () => {
    const lines: string[] = []
    const script = `const b = Buffer.from('ä1\\nü2'); process.stdout.write(b.subarray(0, 1)); setTimeout(() => process.stdout.write(b.subarray(1)), 50)`
    const result = await spawnProcess(call(script, { onOutputLine: (line) => lines.push(line) }))
    expect(lines).toEqual(['ä1', 'ü2'])
    expect(result.output).toBe('')
  })

  it('reads its input, and may leave it unread', async () => {
    const echo = `process.stdin.pipe(process.stdout)`
    expect((await spawnProcess(call(echo, { stdin: 'hello' }))).output).toBe('hello')
    const deaf = await spawnProcess(call('process.exit(0)', { stdin: 'x'.repeat(1_000_000) }))
    expect(deaf.end).toEqual({ _tag: 'Exited', code: 0 })
  })

  it('inherits no environment', async () => {
    const script = `process.stdout.write(Object.keys(process.env).sort().join())`
    const { output } = await spawnProcess(call(script, { env: { ONLY: '1' } }))
    expect(output.split(',')).toContain('ONLY')
    expect(output).not.toContain('PATH')
  })

  it('that is not there does not start', async () => {
    const { end } = await spawnProcess(call('', { file: '/no/such/program' }))
    expect(end).toMatchObject({ _tag: 'NotStarted' })
  })

  it('is stopped at its deadline', async () => {
    const { end } = await spawnProcess(call('setTimeout(() => undefined, 60_000)', { deadlineMs: 200 }))
    expect(end).toEqual({ _tag: 'TimedOut' })
  })

  it('is stopped on request, and may end in its own way', async () => {
    const script = `process.on('SIGTERM', () => process.exit(7)); process.stdout.write('ready\\n'); setTimeout(() => undefined, 60_000)`
    let running: Running | undefined
    const result = await spawnProcess(
      call(script, { onOutputLine: () => running?.stop() }),
      (started) => (running = started),
    )
    expect(result.end).toEqual({ _tag: 'Exited', code: 7 })
  })
})
