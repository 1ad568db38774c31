import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { RepositoryAccess } from '../../api/mover/work-spec'

const program = resolve(__dirname, '../../scripts/s3-server.mjs')

export const KEYS = { AWS_ACCESS_KEY_ID: 'lab-access-key', AWS_SECRET_ACCESS_KEY: 'lab-secret-key' } as const
export const BUCKET = 'backups'

export type S3Server = { readonly endpoint: string; readonly process: ChildProcess; readonly stop: () => Promise<void> }
export type Tls = { readonly cert: string; readonly key: string }

/** An S3 server on loopback with one bucket. */
export const startS3 = (folder: string, tls?: Tls): Promise<S3Server> =>
  new Promise((started, reject) => {
    const args = [program, join(folder, 's3'), KEYS.AWS_ACCESS_KEY_ID, KEYS.AWS_SECRET_ACCESS_KEY, BUCKET]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...(tls === undefined ? {} : { S3_TLS_CERT: tls.cert, S3_TLS_KEY: tls.key }) },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const closed = new Promise<void>((done) => child.on('close', () => done()))
    const stop = () => {
      child.stdin.end()
      return closed
    }
    child.on('error', reject)
    child.stdout.once('data', (line: Buffer) => started({ endpoint: line.toString().trim(), process: child, stop }))
    child.once('close', () => reject(new Error('the S3 server did not start')))
  })

type S3 = Extract<RepositoryAccess['storage'], { readonly s3: unknown }>['s3']

export const inBucket = (endpoint: string, more: Partial<S3> = {}): Partial<RepositoryAccess> => ({
  storage: { s3: { bucket: BUCKET, endpoint, region: 'us-east-1', disableTls: true, ...more } },
})
