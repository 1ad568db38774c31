import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RepositoryFacts, Result } from '../../api/mover/outcome'
import type {
  BootstrapOperation,
  Operation,
  RestoreOperation,
  SnapshotOperation,
  SnapshotSelector,
} from '../../api/mover/work-spec'
import { type Lab, type Options, type Run, succeeded } from './lab'

export const IDENTITY = { username: 'app', hostname: 'shop', sourcePath: '/data' } as const

export const bootstrapOrder = (more: Partial<BootstrapOperation> = {}): Operation => ({
  bootstrap: { createAllowed: true, scan: true, ...more },
})

export const snapshotOrder = (runUid: string, more: Partial<SnapshotOperation> = {}): Operation => ({
  snapshot: {
    runUid,
    mountPath: '/source',
    identity: IDENTITY,
    tags: { kopiur: 'config:nightly' },
    policy: { ignoreRules: [] },
    ...more,
  },
})

export const restoreOrder = (source: RestoreOperation['source'], more: Partial<RestoreOperation> = {}): Operation => ({
  restore: { source, targetPath: '/restore', options: {}, ...more },
})

export const select = (more: Partial<SnapshotSelector> = {}): RestoreOperation['source'] => ({
  resolve: { ...IDENTITY, offset: 0, onMissing: 'Fail', ...more },
})

/** Files with known content; a number is a size of incompressible bytes. */
export const fill = (folder: string, files: Readonly<Record<string, string | number>>): void =>
  Object.entries(files).forEach(([name, content]) => {
    const path = join(folder, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : noise(content, name.length))
  })

/** Bytes that neither compress nor repeat, the same for the same seed. */
export const noise = (size: number, seed: number): Buffer => {
  const bytes = Buffer.alloc(size)
  let state = (seed * 2654435761 + 88172645) >>> 0
  for (let at = 0; at + 4 <= size; at += 4) {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    bytes.writeUInt32LE(state, at)
  }
  return bytes
}

export const created = async (lab: Lab, options: Options = {}): Promise<RepositoryFacts> => {
  const result = succeeded(await lab.run(bootstrapOrder(), options))
  if (!('bootstrap' in result)) throw new Error('no facts of a repository')
  return result.bootstrap
}

type Snapshot = Extract<Result, { readonly snapshot: unknown }>['snapshot']

export const snapshotOf = (run: Run): Extract<Snapshot, { readonly saved: unknown }>['saved'] => {
  const result = succeeded(run)
  if (!('snapshot' in result) || !('saved' in result.snapshot)) throw new Error(`not saved: ${JSON.stringify(result)}`)
  return result.snapshot.saved
}

export const saved = async (lab: Lab, runUid: string, more: Partial<SnapshotOperation> = {}, options: Options = {}) =>
  snapshotOf(await lab.run(snapshotOrder(runUid, more), options))
