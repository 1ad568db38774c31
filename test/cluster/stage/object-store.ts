import { spawn, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { command } from '../command'
import { waitFor } from '../wait'
import type { ObjectStore } from './stage'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const ACCESS_KEY = 'stage'
const SECRET_KEY = 'stage-secret'
let nextPort = 9300

const answers = (host: string, port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(undefined))
  })

/** It ends with this process, also when this process is killed. */
const launch = async (program: string, folder: string, host: string, port: number): Promise<ChildProcess> => {
  const args = [
    '--port',
    `${host}:${port}`,
    '--quiet',
    'posix',
    '--versioning-dir',
    join(folder, 'versions'),
    join(folder, 'data'),
  ]
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ROOT_ACCESS_KEY_ID: ACCESS_KEY,
    ROOT_SECRET_ACCESS_KEY: SECRET_KEY,
  }
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], { env, stdio: 'ignore' })
  await waitFor('the S3 server', () => answers(host, port), { limitSeconds: 30 })
  return child
}

const end = (child: ChildProcess | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('close', () => resolve())
    child.kill('SIGKILL')
  })

/** An S3 server (versitygw) of this machine at an address that pods reach; it can be taken away and given back. */
export const startObjectStore = async (folder: string, bucket: string, host: string): Promise<ObjectStore> => {
  const program = (
    await command(process.execPath, ['scripts/go-tool.mjs', 'versitygw'], { timeoutSeconds: 1800 })
  ).trim()
  ;['versions', join('data', bucket)].forEach((path) => mkdirSync(join(folder, path), { recursive: true }))
  const port = (nextPort += 1)
  let child: ChildProcess | undefined = await launch(program, folder, host, port)
  return {
    endpoint: `${host}:${port}`,
    bucket,
    accessKey: ACCESS_KEY,
    secretKey: SECRET_KEY,
    stop: async () => {
      await end(child)
      child = undefined
    },
    start: async () => {
      child ??= await launch(program, folder, host, port)
    },
  }
}
