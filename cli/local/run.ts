import { resolve } from 'node:path'
import * as E from 'fp-ts/Either'
import { lineLog, type LocalLog } from '../../embedded/local/local-log'
import { startLocal, type LocalCluster } from '../../embedded/local/local-cluster'
import type { LocalOptions } from '../../embedded/local/local-options'
import { Exit, type Command, type Terminal } from '../command'
import { applyAll } from './apply-command'
import { localOptions } from './local-options'
import { parseOptions, SHARED, type Parsed } from './options'
import { runManifests } from './run-manifests'
import { untilIdle } from './until-idle'

const HELP = `Usage: kubectl kopiur local run [-f FILE|DIR|-] --state DIR [-n NAMESPACE] [--until-idle] [-v]

Runs the whole product on this machine, without Kubernetes: the real clock, Jobs as processes, volumes as folders,
the real kopia. Everything it knows is kept in DIR; after a stop, a crash or a power cut, running it again on the
same folder goes on where it was. Stop it with Ctrl-C.

  -f, --filename     manifests to apply at the start: a file, a folder or - for standard input
      --state        the folder of the state; it is made if need be
  -n, --namespace    the namespace of objects that name none; default: default
      --until-idle   end when there is nothing left to do before the next slot; exit code 1 if something is stuck
  -v, --verbose      a line for each hook call too

A claim whose volumeName names a PersistentVolume with a hostPath or local path is that folder; any other claim is a
folder below DIR/volumes. kopia is taken from KOPIUR_KOPIA_BINARY or from the PATH.

Exit code 1 when a manifest is refused or the folder cannot be used, 2 when the arguments cannot be read.`

export const runCommand: Command = {
  summary: 'run the product on this machine',
  help: HELP,
  run: async (args, terminal) => {
    const parsed = parseOptions(args, {
      ...SHARED,
      filename: { type: 'string', short: 'f', multiple: true },
      'until-idle': { type: 'boolean' },
      verbose: { type: 'boolean', short: 'v' },
    })
    const state = E.isRight(parsed) ? parsed.right.text('state') : undefined
    if (E.isLeft(parsed) || state === undefined) {
      terminal.printError(E.isLeft(parsed) ? parsed.left : 'Name a folder for the state with --state DIR.')
      return Exit.usage
    }
    const log = lineLog((line) => void process.stderr.write(line), Date.now)
    const options = localOptions(resolve(state), parsed.right, log)
    if (E.isRight(options)) return run(options.right, parsed.right, terminal)
    terminal.printError(options.left)
    return Exit.refused
  },
}

const run = async (options: LocalOptions, parsed: Parsed, terminal: Terminal): Promise<number> => {
  const stopped = new Promise<void>((done) =>
    ['SIGTERM', 'SIGINT'].forEach((signal) => process.once(signal, () => done())),
  )
  const objects = await runManifests(options, parsed, terminal)
  if (E.isLeft(objects)) return fail(terminal, `error: ${objects.left}`)
  const started = await startPatiently(options)
  if (E.isLeft(started)) return fail(terminal, started.left)
  const cluster = started.right
  options.log(options.folder, 'running')
  const applied = await applyAll(cluster.api, objects.right, {
    print: terminal.printError,
    printError: terminal.printError,
  })
  const code =
    applied === Exit.ok
      ? await work(cluster, { untilIdle: parsed.flag('until-idle'), stopped, log: options.log })
      : applied
  options.log(options.folder, 'stopping')
  await cluster.stop()
  options.log(options.folder, 'stopped')
  return code
}

const fail = (terminal: Terminal, message: string): number => {
  terminal.printError(message)
  return Exit.refused
}

interface Work {
  readonly untilIdle: boolean
  readonly stopped: Promise<void>
  readonly log: LocalLog
}

const work = async (cluster: LocalCluster, { untilIdle: ends, stopped, log }: Work): Promise<number> => {
  const state = { stopped: false }
  const end = stopped.then((): number => {
    state.stopped = true
    return Exit.ok
  })
  return ends ? untilIdle(cluster, log, () => state.stopped) : end
}

const PATIENCE_MS = 5_000

/** Another command may hold the folder for a moment. */
const startPatiently = async (options: LocalOptions): Promise<E.Either<string, LocalCluster>> => {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const started = await startLocal(options)
    if (E.isRight(started)) return started
    if (!started.left.inUse) return E.left(`error: ${started.left.message}`)
    if (performance.now() > end) return E.left(`error: ${started.left.message}; stop that one, or name another folder`)
    await new Promise((done) => setTimeout(done, 200))
  }
}
