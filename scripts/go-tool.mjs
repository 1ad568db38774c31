// Pinned Go programs: taken from the environment, from PATH, from the cache, or built once from tools/<name>.
import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  closeSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * package: what `go build` is given. module: whose version in go.mod counts. variable: names a binary to use instead.
 * version: argument that makes the program print its version, for those that may also come from PATH.
 */
const tools = {
  kopia: {
    package: 'github.com/kopia/kopia',
    module: 'github.com/kopia/kopia',
    variable: 'KOPIUR_KOPIA_BINARY',
    version: ['--version'],
  },
  versitygw: {
    package: 'github.com/versity/versitygw/cmd/versitygw',
    module: 'github.com/versity/versitygw',
    variable: 'KOPIUR_VERSITYGW_BINARY',
  },
}

/** Folder that outlives the clone: KOPIUR_CACHE, else kopiur/ below the user's cache folder. */
export const cacheFolder = () =>
  process.env.KOPIUR_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kopiur')

const pinnedVersion = (name) => {
  const text = readFileSync(join(root, 'tools', name, 'go.mod'), 'utf8')
  const line = text.split('\n').find((one) =>
    one
      .trim()
      .replace(/^require /, '')
      .startsWith(`${tools[name].module} v`),
  )
  const version = line && / v(\d\S*)/.exec(line)?.[1]
  if (!version) throw new Error(`tools/${name}/go.mod names no version of ${tools[name].module}`)
  return version
}

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const numbers = (version) => version.split('-')[0].split('.').map(Number)

export const atLeast = (version, wanted) => {
  const [a, b] = [numbers(version), numbers(wanted)]
  const at = [0, 1, 2].find((index) => a[index] !== b[index])
  return at === undefined || a[at] > b[at]
}

const versionOf = (path, args) => {
  try {
    return /v?(\d+\.\d+\.\d+\S*)/.exec(
      execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )?.[1]
  } catch {
    return undefined
  }
}

const onPath = (name, wanted) => {
  const { version } = tools[name]
  if (!version) return undefined
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .filter(isExecutable)
  return found.find((path) => atLeast(versionOf(path, version) ?? '0.0.0', wanted))
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes the lock file or says that another living process has it. */
const takeLock = (path) => {
  try {
    const handle = openSync(path, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const written = Number(readFileSync(path, 'utf8'))
    // An empty file belongs to somebody who is just about to write into it.
    const age = Date.now() - statSync(path).mtimeMs
    if (written > 0 ? !isAlive(written) : age > 10_000) rmSync(path, { force: true })
    return false
  }
}

/** Without symbol tables: a third smaller, and what the mover image ships. */
const FLAGS = ['-trimpath', '-ldflags', '-s -w']

const build = (name, target) =>
  new Promise((resolve, reject) => {
    const child = spawn('go', ['build', ...FLAGS, '-o', target, tools[name].package], {
      cwd: join(root, 'tools', name),
      env: { ...process.env, CGO_ENABLED: '0' },
      stdio: ['ignore', 2, 2],
    })
    child.on('error', (error) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(`${name} is not here and Go, which would build it, is not installed`)
          : error,
      ),
    )
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`building ${name} failed with exit code ${code}`)),
    )
  })

const buildOnce = async (name, target) => {
  mkdirSync(dirname(target), { recursive: true })
  const lock = `${target}.lock`
  while (!takeLock(lock)) {
    await sleep(500)
    if (isExecutable(target)) return
  }
  const temporary = `${target}.${process.pid}.tmp`
  try {
    if (isExecutable(target)) return
    process.stderr.write(`building ${name} into ${dirname(target)} once, this takes some minutes\n`)
    await build(name, temporary)
    renameSync(temporary, target)
  } finally {
    rmSync(temporary, { force: true })
    rmSync(lock, { force: true })
  }
}

const cachedPath = (name) => join(cacheFolder(), 'bin', `${name}-${pinnedVersion(name)}-stripped`)

const known = (name) => {
  if (!tools[name]) throw new Error(`${name} is not one of ${Object.keys(tools).join(', ')}`)
}

/** Path of exactly the pinned build, as images ship it; never one of the environment or of PATH. */
export const ensurePinned = async (name) => {
  known(name)
  const cached = cachedPath(name)
  if (!isExecutable(cached)) await buildOnce(name, cached)
  return cached
}

/** Path of a program of tools/, built into the cache if it is nowhere to be found. */
export const ensureTool = async (name) => {
  known(name)
  const chosen = process.env[tools[name].variable]
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`${tools[name].variable}=${chosen} is no program`)
    return chosen
  }
  if (isExecutable(cachedPath(name))) return cachedPath(name)
  return onPath(name, pinnedVersion(name)) ?? ensurePinned(name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, pinned] = process.argv.slice(2)
  ;(pinned === '--pinned' ? ensurePinned(name) : ensureTool(name)).then(
    (path) => console.log(path),
    (error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
}
