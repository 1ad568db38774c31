// Drives the product the way a person does: by its command line.
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const openProduct = ({ root, state, logFile }) => {
  const cli = join(root, 'bin', 'kubectl-kopiur')
  const children = new Set()

  const run = (args, input) =>
    new Promise((resolve, reject) => {
      const child = spawn(cli, args, { stdio: ['pipe', 'pipe', 'pipe'] })
      const out = []
      const err = []
      child.stdout.on('data', (chunk) => out.push(chunk))
      child.stderr.on('data', (chunk) => err.push(chunk))
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0
          ? resolve(Buffer.concat(out).toString())
          : reject(new Error(`${args.join(' ')}: exit ${code}\n${Buffer.concat(err)}${Buffer.concat(out)}`)),
      )
      child.stdin.end(input ?? '')
    })

  const local = (verb, ...args) => run(['local', verb, ...args, '--state', state])

  const start = (folder) => {
    const log = openSync(logFile, 'a')
    const child = spawn(cli, ['local', 'run', '-f', folder, '--state', state], { stdio: ['ignore', log, log] })
    children.add(child)
    child.on('close', () => children.delete(child))
    return child
  }

  const stop = (child) =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.on('close', () => resolve())
      child.kill('SIGTERM')
    })

  const get = async (kind, name) =>
    JSON.parse(await local('get', kind, ...(name ? [name] : []), '-n', 'quickstart', '-o', 'json'))

  /** Polls until `done(object)` says so; `failed(object)` ends it early with a reason. */
  const waitFor = async ({ what, kind, name, done, failed, tick, limitSeconds = 600 }) => {
    const until = Date.now() + limitSeconds * 1000
    while (Date.now() < until) {
      const object = await get(kind, name).catch(() => undefined)
      if (object && done(object)) return object
      const reason = object && failed?.(object)
      if (reason) throw new Error(`${what}: ${reason}`)
      tick?.(object)
      await sleep(400)
    }
    throw new Error(
      `${what}: not done within ${limitSeconds} s; last seen: ${JSON.stringify(await get(kind, name).catch(() => 'nothing'))}`,
    )
  }

  return { run, local, start, stop, get, waitFor, stopAll: () => Promise.all([...children].map(stop)) }
}
