import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Capabilities, Files, Log, ReportDestination } from './capabilities'
import { clusterReporter } from './report/cluster'
import { localReporter } from './report/local'
import { type Running, spawnProcess } from './spawn'

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

const orUndefined = async <A>(promise: Promise<A>): Promise<A | undefined> => promise.catch(() => undefined)

const files: Files = {
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 })
  },
  makeUniqueFolder: (prefix) => mkdtemp(prefix),
  writePrivate: (path, content) => writeFile(path, content, { mode: 0o600, flag: 'w' }),
  list: async (folder) => (await orUndefined(readdir(folder))) ?? [],
  readText: (path) => orUndefined(readFile(path, 'utf8')),
  modifiedAt: async (path) => (await orUndefined(stat(path)))?.mtime,
  // A kopia that is ending may still write below it.
  remove: (path) => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
}

const log: Log = (level, message, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, msg: message, ...fields })}\n`)
}

const sleeper = (onStop: (wake: () => void) => void, stopped: () => boolean) => (ms: number) =>
  new Promise<void>((resolve) => {
    if (stopped()) return resolve()
    const timer = setTimeout(resolve, ms)
    onStop(() => {
      clearTimeout(timer)
      resolve()
    })
  })

const reporter = (environment: NodeJS.ProcessEnv) => (destination: ReportDestination) =>
  'folder' in destination
    ? localReporter(destination.folder)
    : clusterReporter(
        {
          host: environment['KUBERNETES_SERVICE_HOST'] ?? 'kubernetes.default.svc',
          port: Number(environment['KUBERNETES_SERVICE_PORT'] ?? 443),
          account: SERVICE_ACCOUNT,
        },
        destination.job,
      )

/** The real world. A signal to stop is passed on to every running kopia, which then ends what it does in good order. */
export const production = (environment: NodeJS.ProcessEnv): Capabilities => {
  const running = new Set<Running>()
  const wakers = new Set<() => void>()
  let stopped = false
  const stop = () => {
    stopped = true
    log('warn', 'asked to stop')
    running.forEach((one) => one.stop())
    wakers.forEach((wake) => wake())
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return {
    files,
    log,
    clock: {
      now: () => new Date(),
      sleep: sleeper(
        (wake) => wakers.add(wake),
        () => stopped,
      ),
    },
    cancelled: () => stopped,
    reporter: reporter(environment),
    spawn: async (call) => {
      let handle: Running | undefined
      const result = await spawnProcess(call, (one) => running.add((handle = one)))
      if (handle !== undefined) running.delete(handle)
      return result
    },
  }
}
