import { buildSync } from 'esbuild'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { JournalEntry } from '../../../embedded/api/journal'
import { kopiaBinary, moverBundle } from '../bundle'

const root = resolve(__dirname, '../../..')
const bundles = join(root, 'dist', `local-kill-${process.pid}`)

/** The command line as it is shipped, in a folder of its own below the product's files. */
export const buildCli = (): string => {
  const outfile = join(bundles, 'cli.cjs')
  buildSync({
    entryPoints: [join(root, 'cli/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  })
  return outfile
}

export const removeCli = (): void => rmSync(bundles, { recursive: true, force: true })

const HISTORY_MS = 100

/** A person at a machine: starts the product, kills it, uses the command line. */
export class Machine {
  readonly state: string
  private readonly history: string
  private readonly log: string
  private readonly keeper: NodeJS.Timeout
  private run: ChildProcess | undefined

  constructor(
    private readonly cli: string,
    folder: string,
  ) {
    this.state = join(folder, 'state')
    this.history = join(folder, 'history')
    this.log = join(folder, 'run.log')
    mkdirSync(this.history)
    this.keeper = setInterval(() => this.keepJournals(), HISTORY_MS)
  }

  start(...args: ReadonlyArray<string>): void {
    const child = spawn(process.execPath, [this.cli, 'local', 'run', '--state', this.state, ...args], {
      env: this.environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (text: Buffer) => appendFileSync(this.log, text))
    this.run = child
  }

  /** SIGKILL to the product alone: movers go on. */
  kill(): Promise<void> {
    const child = this.run
    return new Promise((done) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return done()
      child.once('close', () => done())
      child.kill('SIGKILL')
    })
  }

  /** SIGKILL to whatever runs for a Job right now; how many there were. */
  killMovers(): number {
    const jobs = join(this.state, 'jobs')
    // No deeper than this: below, movers that end remove folders while they are listed.
    const attempts = (existsSync(jobs) ? readdirSync(jobs) : []).flatMap((job) =>
      readdirSync(join(jobs, job)).map((attempt) => join(jobs, job, attempt)),
    )
    return attempts
      .filter((attempt) => existsSync(join(attempt, 'claim')) && !existsSync(join(attempt, 'exit')))
      .map((attempt) => Number(readFileSync(join(attempt, 'claim'), 'utf8').split('\n')[0]))
      .filter((pid) => pid > 1)
      .filter((pid) => {
        try {
          return process.kill(-pid, 'SIGKILL')
        } catch {
          return false
        }
      }).length
  }

  /** Runs one command to its end; false when it failed. */
  command(args: ReadonlyArray<string>, input = ''): { readonly ok: boolean; readonly out: string } {
    const done = spawnSync(process.execPath, [this.cli, 'local', ...args, '--state', this.state], {
      env: this.environment(),
      input,
      encoding: 'utf8',
    })
    appendFileSync(this.log, done.stderr)
    return { ok: done.status === 0, out: done.stdout }
  }

  /** Runs until nothing is left to do; the exit code. */
  finish(limitMs: number): Promise<number | null> {
    this.start('--until-idle')
    const child = this.run
    const limit = setTimeout(() => child?.kill('SIGKILL'), limitMs)
    return new Promise((done) =>
      child?.once('close', (code) => {
        clearTimeout(limit)
        this.keepJournals()
        done(code)
      }),
    )
  }

  /** Every write of all lives, oldest first. */
  entries(): ReadonlyArray<JournalEntry> {
    return readdirSync(this.history)
      .map((name) => ({ name, generation: Number(/\d+/.exec(name)?.[0]) }))
      .sort((a, b) => a.generation - b.generation)
      .flatMap(({ name }) => readFileSync(join(this.history, name), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line): JournalEntry => JSON.parse(line))
  }

  tail(): string {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8').split('\n').slice(-80).join('\n') : ''
  }

  async end(): Promise<void> {
    clearInterval(this.keeper)
    await this.kill()
    this.killMovers()
  }

  /** A second name for each journal file, so that rewriting the journal loses nothing of what was. */
  private keepJournals(): void {
    const objects = join(this.state, 'objects')
    if (!existsSync(objects)) return
    readdirSync(objects)
      .filter((name) => name.startsWith('journal-') && !existsSync(join(this.history, name)))
      .forEach((name) => {
        try {
          linkSync(join(objects, name), join(this.history, name))
        } catch {
          // Rewritten in this very moment, when it held nothing yet that was not kept.
        }
      })
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      KOPIUR_KOPIA_BINARY: kopiaBinary(),
      KOPIUR_MOVER_PROGRAM: moverBundle(),
      KOPIUR_LOCAL_JOURNAL_BYTES: '400000',
      KOPIUR_LOCAL_BACKOFF_MS: '1000',
      KOPIUR_LOCAL_MAX_MOVERS: '3',
    }
  }
}
