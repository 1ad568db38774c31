import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { type Failure, outcome as outcomeCodec, type Outcome, type Result } from '../../api/mover/outcome'
import { MoverEnv, type Operation, type RepositoryAccess, type WorkSpec } from '../../api/mover/work-spec'
import type { Manifest } from '../../mover/kopia/manifest'
import { kopiaBinary, moverBundle } from './bundle'

jest.setTimeout(180_000)

export const PASSWORD = 'correct horse battery'

export type Options = {
  readonly repository?: Partial<RepositoryAccess>
  readonly spec?: Partial<WorkSpec>
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly kopia?: string
  /** Called with the running mover. */
  readonly during?: (mover: ChildProcess) => void
}

export type Run = {
  readonly code: number | null
  readonly outcome: Outcome
  /** Everything the mover printed. */
  readonly log: string
  /** The kopia command lines, in order. */
  readonly calls: ReadonlyArray<string>
}

const callsIn = (log: string): ReadonlyArray<string> =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): { level: string; msg: string } => JSON.parse(line))
    .filter(({ level, msg }) => level === 'debug' && msg.startsWith('kopia '))
    .map(({ msg }) => msg)

const readOutcome = (file: string, log: string): Outcome => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error(`the mover reported nothing; it printed:\n${log}`)
  }
  const decoded = outcomeCodec.decode(JSON.parse(text))
  if (E.isLeft(decoded)) throw new Error(`the outcome does not decode: ${text}`)
  return decoded.right
}

/** A machine with one repository folder, one source, one target, on which movers and plain kopia run. */
export class Lab {
  readonly folder = mkdtempSync(join(tmpdir(), 'kopiur-lab-'))
  readonly repository = this.make('repository')
  readonly source = this.make('source')
  readonly target = this.make('target')
  readonly work = this.make('work')
  private runs = 0

  make(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  private specOf(operation: Operation, options: Options): WorkSpec {
    return {
      version: 1,
      target: { kind: 'Snapshot', name: 'lab', uid: 'lab-uid' },
      repository: {
        storage: { filesystem: { path: '/repo' } },
        client: { username: 'kopiur-client', hostname: 'lab' },
        readOnly: false,
        ...options.repository,
      },
      operation,
      ...options.spec,
    }
  }

  private environment(operation: Operation, report: string, options: Options): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      [MoverEnv.workSpec]: JSON.stringify(this.specOf(operation, options)),
      [MoverEnv.kopiaBinary]: options.kopia ?? kopiaBinary(),
      [MoverEnv.pathMap]: JSON.stringify({
        '/repo': this.repository,
        '/source': this.source,
        '/restore': this.target,
        '/var/cache/kopia': this.work,
      }),
      [MoverEnv.reportDirectory]: report,
      [MoverEnv.password]: PASSWORD,
      ...options.env,
    }
  }

  run(operation: Operation, options: Options = {}): Promise<Run> {
    const report = this.make(`report-${(this.runs += 1)}`)
    if (options.uid !== undefined) execFileSync('chown', ['-R', `${options.uid}`, this.folder])
    return new Promise((resolve, reject) => {
      const mover = spawn(process.execPath, [moverBundle()], {
        env: this.environment(operation, report, options),
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
      })
      const printed: string[] = []
      mover.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
      mover.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
      mover.on('error', reject)
      mover.on('close', (code) => {
        const log = printed.join('')
        try {
          resolve({ code, log, calls: callsIn(log), outcome: readOutcome(join(report, 'outcome.json'), log) })
        } catch (error) {
          reject(error)
        }
      })
      options.during?.(mover)
    })
  }

  /** Last progress report of run number `run`, counted from 1. */
  progress(run: number = this.runs): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.folder, `report-${run}`, 'progress.json'), 'utf8'))
  }

  /** Plain kopia, with a configuration and a cache of its own, connected to the repository folder. */
  kopia(...args: ReadonlyArray<string>): string {
    const own = this.make('plain')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: own,
      USER: 'plain',
      KOPIA_PASSWORD: PASSWORD,
      KOPIA_CONFIG_PATH: join(own, 'repository.config'),
      KOPIA_CACHE_DIRECTORY: join(own, 'cache'),
      KOPIA_CHECK_FOR_UPDATES: 'false',
      KOPIA_PERSIST_CREDENTIALS_ON_CONNECT: 'false',
    }
    const flags = ['--disable-file-logging', '--log-level', 'error', '--no-auto-maintenance']
    const call = (words: ReadonlyArray<string>) =>
      execFileSync(kopiaBinary(), [...words, ...flags], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const where = [
      'filesystem',
      '--path',
      this.repository,
      '--override-hostname',
      'plain',
      '--override-username',
      'plain',
    ]
    if (args[0] === 'repository' && args[1] === 'create') return call([...args, ...where])
    if (!existsSync(env.KOPIA_CONFIG_PATH))
      call(['repository', 'connect', ...where, '--disable-repository-format-cache', '--max-list-cache-duration', '0s'])
    return call(args)
  }

  /** What the repository really holds, incomplete snapshots included. */
  snapshots(): ReadonlyArray<Manifest> {
    return JSON.parse(this.kopia('snapshot', 'list', '--json'))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** One laboratory a test, removed afterwards. */
export const useLab = (): (() => Lab) => {
  let lab: Lab | undefined
  afterEach(() => {
    lab?.remove()
    lab = undefined
  })
  return () => (lab ??= new Lab())
}

export const succeeded = ({ outcome, log }: Run): Result => {
  if (!('succeeded' in outcome)) throw new Error(`the run failed: ${JSON.stringify(outcome)}\n${log}`)
  return outcome.succeeded
}

export const failed = ({ outcome }: Run): Failure => {
  if (!('failed' in outcome)) throw new Error(`the run succeeded: ${JSON.stringify(outcome)}`)
  return outcome.failed
}
