import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../command'
import type { ObjectStore } from './stage'
import type { WebDav } from './web-dav'

/** What an independent kopia client sees of one snapshot. */
export interface Manifest {
  readonly id: string
  readonly source: { readonly host: string; readonly userName: string; readonly path: string }
  readonly incomplete?: string
  readonly tags?: Readonly<Record<string, string>>
}

export type Where =
  { readonly folder: string } | { readonly s3: ObjectStore; readonly prefix?: string } | { readonly webDav: WebDav }

const connectArgs = (where: Where): ReadonlyArray<string> => {
  if ('folder' in where) return ['filesystem', `--path=${where.folder}`]
  if ('webDav' in where) return ['webdav', `--url=${where.webDav.url}`]
  const prefix = where.prefix === undefined ? [] : [`--prefix=${where.prefix}`]
  return ['s3', `--bucket=${where.s3.bucket}`, `--endpoint=${where.s3.endpoint}`, '--disable-tls', ...prefix]
}

const keys = (where: Where): Readonly<Record<string, string>> => {
  if ('folder' in where) return {}
  if ('webDav' in where)
    return { KOPIA_WEBDAV_USERNAME: where.webDav.username, KOPIA_WEBDAV_PASSWORD: where.webDav.password }
  return { AWS_ACCESS_KEY_ID: where.s3.accessKey, AWS_SECRET_ACCESS_KEY: where.s3.secretKey }
}

const kopiaBinary = async (): Promise<string> =>
  (await command(process.execPath, ['scripts/go-tool.mjs', 'kopia'], { timeoutSeconds: 1800 })).trim()

/** Opens the repository read-only from an empty cache and lists every snapshot in it. */
export const observe = async (where: Where, password: string): Promise<ReadonlyArray<Manifest>> => {
  if ('folder' in where && !existsSync(where.folder)) return []
  const work = mkdtempSync(join(tmpdir(), 'kopiur-observer-'))
  const env = {
    HOME: work,
    KOPIA_PASSWORD: password,
    KOPIA_CONFIG_PATH: join(work, 'repository.config'),
    KOPIA_CACHE_DIRECTORY: join(work, 'cache'),
    KOPIA_LOG_DIR: join(work, 'logs'),
    KOPIA_CHECK_FOR_UPDATES: 'false',
    ...keys(where),
  }
  try {
    const kopia = await kopiaBinary()
    const quiet = ['--log-level=error', '--no-persist-credentials']
    await command(kopia, ['repository', 'connect', ...connectArgs(where), '--readonly', ...quiet], { env })
    return JSON.parse(await command(kopia, ['snapshot', 'list', '--all', '--json', '--log-level=error'], { env }))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
