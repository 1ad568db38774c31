import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failed, PASSWORD, useLab } from './lab'
import { bootstrapOrder, created, fill, restoreOrder, saved, select, snapshotOrder } from './orders'

const lab = useLab()

const caches = () => readdirSync(join(lab().work, 'cache'))

describe('the cache', () => {
  it('survives a connection that fails', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    const before = readdirSync(join(lab().work, 'cache', caches()[0] ?? ''))
    expect(before.length).toBeGreaterThan(0)
    const run = await lab().run(snapshotOrder('run-2'), { env: { KOPIA_PASSWORD: 'wrong' } })
    expect(failed(run).kopiaErrorClass).toBe('AuthFailure')
    expect(readdirSync(join(lab().work, 'cache', caches()[0] ?? ''))).toEqual(before)
  })

  it('may be of size zero without a crash', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    const repository = { contentCacheSizeMb: 0, metadataCacheSizeMb: 0 }
    await created(lab(), { repository })
    await saved(lab(), 'run-1', {}, { repository })
  })

  it('is not shared by two repositories, so that both can be read without it', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    const other = { storage: { filesystem: { path: lab().make('other-repository') } } }
    const first = await created(lab())
    const second = await created(lab(), { repository: other })
    expect(second.uniqueId).not.toBe(first.uniqueId)
    await saved(lab(), 'run-1')
    await saved(lab(), 'run-2', {}, { repository: other })
    expect(caches()).toHaveLength(2)
    rmSync(lab().work, { recursive: true })
    const run = await lab().run(restoreOrder(select()), { repository: other })
    expect(run.code).toBe(0)
    expect(readFileSync(join(lab().target, 'a.txt'), 'utf8')).toBe('a')
  })

  it('hides nothing that another client has just written', async () => {
    fill(lab().source, { 'a.txt': 'old' })
    await created(lab())
    await saved(lab(), 'run-1')
    // These two only read, and leave behind what they have read.
    for (const offset of [0, 0]) expect((await lab().run(restoreOrder(select({ offset })))).code).toBe(0)
    fill(lab().source, { 'a.txt': 'new' })
    lab().kopia('snapshot', 'create', lab().source, '--override-source', 'app@shop:/data', '--tags', 'kopiur-run:run-2')
    expect((await lab().run(restoreOrder(select()))).code).toBe(0)
    expect(readFileSync(join(lab().target, 'a.txt'), 'utf8')).toBe('new')
    expect(await saved(lab(), 'run-2')).toMatchObject({ foundByTag: true })
  })

  it('of a wiped repository does not spoil the new one at the same place', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    rmSync(lab().repository, { recursive: true })
    mkdirSync(lab().repository)
    await created(lab())
    await saved(lab(), 'run-2')
    rmSync(lab().work, { recursive: true })
    const run = await lab().run(restoreOrder(select()))
    expect(run.code).toBe(0)
    expect(lab().snapshots()).toHaveLength(1)
  })
})

describe('the password', () => {
  it('is trimmed, so that a newline in the Secret does no harm', async () => {
    const first = await created(lab(), { env: { KOPIA_PASSWORD: `${PASSWORD}\n` } })
    expect((await created(lab())).uniqueId).toBe(first.uniqueId)
    expect(() => lab().snapshots()).not.toThrow()
  })

  it('is missed before kopia is asked', async () => {
    const run = await lab().run(bootstrapOrder(), { env: { KOPIA_PASSWORD: ' \n' } })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'MissingPassword', retryRecommended: false })
    expect(run.calls).toEqual([])
    expect(readdirSync(lab().repository)).toEqual([])
  })
})

describe('secrets', () => {
  it('appear in no command line, log or outcome, and no file of the run is left behind', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const env = { AWS_SECRET_ACCESS_KEY: 'very-secret-key-of-a-bucket' }
    const good = await lab().run(snapshotOrder('run-1'), { env })
    const bad = await lab().run(snapshotOrder('run-2', { mountPath: `/source/${PASSWORD}` }), { env })
    for (const { log, outcome } of [good, bad]) {
      expect(log).not.toContain(PASSWORD)
      expect(log).not.toContain('very-secret-key')
      expect(JSON.stringify(outcome)).not.toContain(PASSWORD)
    }
    expect(readdirSync(lab().work)).toEqual(['cache'])
  })
})
