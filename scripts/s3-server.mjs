// An S3 server on loopback with its own folder and keys, for the demo and the tests.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureTool } from './go-tool.mjs'

const START_MS = 30_000

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/**
 * Starts the server; every name in `buckets` exists afterwards. With `tls: {cert, key}` (files) it speaks HTTPS.
 * Returns its `endpoint` (host:port), its process id, and `stop`.
 */
export const startS3 = async ({ folder, accessKey, secretKey, buckets = [], tls, port: wanted }) => {
  const data = join(folder, 'data')
  const versions = join(folder, 'versions')
  mkdirSync(versions, { recursive: true })
  for (const bucket of buckets) mkdirSync(join(data, bucket), { recursive: true })
  mkdirSync(data, { recursive: true })
  const port = wanted ?? (await freePort())
  const secure = tls ? ['--cert', tls.cert, '--key', tls.key] : []
  const args = ['--port', `127.0.0.1:${port}`, '--quiet', ...secure, 'posix', '--versioning-dir', versions, data]
  const child = spawn(await ensureTool('versitygw'), args, {
    env: { PATH: process.env.PATH, HOME: folder, ROOT_ACCESS_KEY_ID: accessKey, ROOT_SECRET_ACCESS_KEY: secretKey },
    stdio: 'ignore',
  })
  let ended = false
  const closed = new Promise((resolve) => child.on('close', () => resolve((ended = true))))
  child.on('error', () => (ended = true))
  const until = Date.now() + START_MS
  while (!(await answers(port))) {
    if (ended || Date.now() > until) throw new Error('the S3 server did not start')
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
  }
  return { endpoint: `127.0.0.1:${port}`, port, pid: child.pid, stop }
}

/** `node scripts/s3-server.mjs FOLDER ACCESS_KEY SECRET_KEY BUCKET…` prints the endpoint and serves until its input ends. */
const main = async ([folder, accessKey, secretKey, ...buckets]) => {
  const { S3_TLS_CERT: cert, S3_TLS_KEY: key } = process.env
  const server = await startS3({
    folder,
    accessKey,
    secretKey,
    buckets,
    ...(cert && key ? { tls: { cert, key } } : {}),
  })
  console.log(server.endpoint)
  process.stdin.resume()
  process.stdin.on('end', () => server.stop().then(() => process.exit(0)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
}
