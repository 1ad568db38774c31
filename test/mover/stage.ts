import type { Outcome, Progress } from '../../api/mover/outcome'
import { MoverEnv, type Operation, type WorkSpec } from '../../api/mover/work-spec'
import type { Capabilities, ProcessCall, ProcessEnd } from '../../mover/capabilities'
import { program } from '../../mover/program'

export type Answer = {
  readonly end?: ProcessEnd
  readonly output?: string
  readonly errors?: ReadonlyArray<string>
  /** The mover is asked to stop while this call runs. */
  readonly stops?: boolean
}

/** Answers a kopia call by what its command line begins with. */
export type Script = (line: string, call: ProcessCall) => Answer | undefined

type Stage = {
  readonly code: number
  readonly outcome: Outcome | undefined
  readonly calls: ReadonlyArray<string>
  readonly progress: ReadonlyArray<Progress>
  readonly written: Readonly<Record<string, string>>
  readonly slept: ReadonlyArray<number>
  readonly processes: ReadonlyArray<ProcessCall>
}

export type Setting = {
  readonly spec?: Partial<WorkSpec>
  readonly env?: Readonly<Record<string, string>>
  readonly readable?: Readonly<Record<string, string>>
  readonly reportFails?: boolean
  /** No progress can be reported. */
  readonly progressFails?: boolean
  /** What an attempt before this one told. */
  readonly earlier?: Progress
}

const START = Date.parse('2026-01-01T00:00:00Z')

/** Runs the whole program on a stage: no process, no disk, and a clock that moves a second with each look. */
export const play = async (operation: Operation, script: Script, setting: Setting = {}): Promise<Stage> => {
  let now = START
  let stopped = false
  let outcome: Outcome | undefined
  const processes: ProcessCall[] = []
  const progress: Progress[] = []
  const written: Record<string, string> = {}
  const slept: number[] = []
  const capabilities: Capabilities = {
    spawn: async (call) => {
      processes.push(call)
      const answer = script(call.args.join(' '), call) ?? {}
      const output = answer.output ?? ''
      answer.errors?.forEach(call.onErrorLine)
      if (call.onOutputLine !== undefined) output.split('\n').forEach(call.onOutputLine)
      stopped = stopped || answer.stops === true
      return { end: answer.end ?? { _tag: 'Exited', code: 0 }, output: call.onOutputLine === undefined ? output : '' }
    },
    files: {
      makeFolder: async () => undefined,
      makeUniqueFolder: async (prefix) => `${prefix}1`,
      writePrivate: async (path, content) => {
        written[path] = content
      },
      list: async () => [],
      readText: async (path) => setting.readable?.[path.split('/').at(-1) ?? ''],
      modifiedAt: async () => undefined,
      remove: async () => undefined,
    },
    clock: {
      now: () => new Date((now += 1000)),
      sleep: async (ms) => {
        slept.push(ms)
        now += ms
      },
    },
    log: () => undefined,
    cancelled: () => stopped,
    reporter: () => ({
      outcome: async (reported) => {
        if (setting.reportFails === true) throw new Error('no API server')
        outcome = reported
      },
      progress: async (reported) => {
        if (setting.progressFails === true) throw new Error('no API server')
        progress.push(reported)
      },
      earlier: async () => setting.earlier,
    }),
  }
  const spec: WorkSpec = {
    version: 1,
    target: { kind: 'Snapshot', name: 'nightly-1', uid: 'uid-1' },
    repository: {
      storage: { filesystem: { path: '/repo' } },
      client: { username: 'app', hostname: 'shop' },
      readOnly: false,
    },
    operation,
    ...setting.spec,
  }
  const code = await program(capabilities)({
    [MoverEnv.workSpec]: JSON.stringify(spec),
    [MoverEnv.password]: 'secret password',
    [MoverEnv.reportDirectory]: '/report',
    ...setting.env,
  })
  const calls = processes.map(({ args }) => args.join(' '))
  return { code, outcome, calls, progress, written, slept, processes }
}

export const exited = (code: number): ProcessEnd => ({ _tag: 'Exited', code })

/** A script of the first line that matches. */
export const scripted =
  (answers: Readonly<Record<string, Answer>>): Script =>
  (line) =>
    Object.entries(answers).find(([begins]) => line.startsWith(begins))?.[1]
