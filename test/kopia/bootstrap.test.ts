import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failed, useLab } from './lab'
import { bootstrapOrder, created, fill, saved, snapshotOrder } from './orders'

const lab = useLab()

const OWNER = 'kopiur@kopiur-shop-main'

describe('a repository is created only where there is none', () => {
  it('creates one in an empty folder and tells its parameters', async () => {
    const facts = await created(lab())
    expect(facts.uniqueId).toMatch(/^[0-9a-f]{64}$/)
    expect(facts).toMatchObject({
      created: true,
      snapshotCount: 0,
      totalSizeBytes: 0,
      epoch: {
        enabled: true,
        minDuration: '24h',
        refreshFrequency: '20m',
        cleanupSafetyMargin: '4h',
        advanceOnCount: 20,
      },
      blobRetention: { enabled: false, mode: '', period: '0s' },
    })
    expect(facts.indexBlobCount).toBeGreaterThan(0)
  })

  it('connects to it the next time', async () => {
    const first = await created(lab())
    expect(await created(lab())).toMatchObject({ created: false, uniqueId: first.uniqueId })
  })

  it('does not create when that is not allowed', async () => {
    const run = await lab().run(bootstrapOrder({ createAllowed: false }))
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'NotInitialized', retryRecommended: false })
    expect(run.calls.some((call) => call.includes('repository create'))).toBe(false)
    expect(readdirSync(lab().repository).filter((name) => name.startsWith('kopia'))).toEqual([])
  })

  it('does not create through a read-only connection', async () => {
    const run = await lab().run(bootstrapOrder(), { repository: { readOnly: true } })
    expect(run.calls.some((call) => call.includes('repository create'))).toBe(false)
    expect('failed' in run.outcome).toBe(true)
  })

  it('does not create where the folder is missing', async () => {
    rmSync(lab().repository, { recursive: true })
    const run = await lab().run(bootstrapOrder())
    expect(failed(run).kopiaErrorClass).toBe('StorageMissing')
    expect(run.calls.some((call) => call.includes('repository create'))).toBe(false)
  })

  it('leaves a repository alone whose password it does not know', async () => {
    await created(lab())
    const before = readdirSync(lab().repository).sort()
    const run = await lab().run(bootstrapOrder(), { env: { KOPIA_PASSWORD: 'something else' } })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'AuthFailure', retryRecommended: false })
    expect(run.code).toBe(78)
    expect(run.calls.some((call) => call.includes('repository create'))).toBe(false)
    expect(readdirSync(lab().repository).sort()).toEqual(before)
  })

  it('does not create beside data of a broken-off creation', async () => {
    await created(lab())
    rmSync(join(lab().repository, 'kopia.repository.f'))
    const run = await lab().run(bootstrapOrder())
    expect(['HalfInitialized', 'NotInitialized']).toContain(failed(run).kopiaErrorClass)
    expect(readdirSync(lab().repository)).not.toContain('kopia.repository.f')
  })

  it('uses the algorithms that were asked for', async () => {
    const create = { hash: 'BLAKE3-256', encryption: 'CHACHA20-POLY1305-HMAC-SHA256', splitter: 'FIXED-4M' }
    await lab().run(bootstrapOrder({ create }))
    const status: { contentFormat: object; objectFormat: object } = JSON.parse(
      lab().kopia('repository', 'status', '--json'),
    )
    expect(status).toMatchObject({
      contentFormat: { hash: 'BLAKE3-256', encryption: 'CHACHA20-POLY1305-HMAC-SHA256' },
      objectFormat: { splitter: 'FIXED-4M' },
    })
  })

  it('fails on another repository than the recorded one, before it writes', async () => {
    await created(lab())
    const expectedUniqueId = 'f'.repeat(64)
    const run = await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }), { repository: { expectedUniqueId } })
    expect(failed(run).kopiaErrorClass).toBe('WrongRepository')
    const backup = await lab().run(snapshotOrder('run-1'), { repository: { expectedUniqueId } })
    expect(failed(backup).kopiaErrorClass).toBe('WrongRepository')
    expect(backup.calls.some((call) => /policy import|snapshot create/.test(call))).toBe(false)
    expect(lab().snapshots()).toEqual([])
  })
})

const ownerIn = (): string => JSON.parse(lab().kopia('maintenance', 'info', '--json')).owner

describe('maintenance owner and global policy', () => {
  it('stamps the owner at creation', async () => {
    await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }))
    expect(ownerIn()).toBe(OWNER)
  })

  it('keeps a foreign owner, and replaces one that it is told of', async () => {
    lab().kopia('repository', 'create')
    expect(ownerIn()).toBe('plain@plain')
    await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }))
    expect(ownerIn()).toBe('plain@plain')
    await lab().run(bootstrapOrder({ maintenanceOwner: OWNER, replaceOwners: ['plain@plain'] }))
    expect(ownerIn()).toBe(OWNER)
  })

  it('gives a half-made repository its owner and its global policy, once', async () => {
    lab().kopia('repository', 'create', '--create-only')
    expect(ownerIn()).toBe('')
    expect(JSON.parse(lab().kopia('policy', 'export'))).toEqual({})
    const run = await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }))
    expect(run.code).toBe(0)
    expect(ownerIn()).toBe(OWNER)
    expect(Object.keys(JSON.parse(lab().kopia('policy', 'export')))).toEqual(['(global)'])
    const again = await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }))
    expect(again.calls.some((call) => /policy import|maintenance set/.test(call))).toBe(false)
  })

  it('writes the global policy as kopia itself would', async () => {
    lab().kopia('repository', 'create')
    const native = JSON.parse(lab().kopia('policy', 'export'))
    rmSync(lab().repository, { recursive: true })
    mkdirSync(lab().repository)
    rmSync(lab().make('plain'), { recursive: true })
    lab().kopia('repository', 'create', '--create-only')
    await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }))
    expect(JSON.parse(lab().kopia('policy', 'export'))).toEqual(native)
  })
})

describe('parameters', () => {
  it('applies epoch parameters, and writes nothing while they are in place', async () => {
    const epoch = { minDuration: '12h', refreshFrequency: '10m', advanceOnCount: 30, advanceOnSizeMiB: 20 }
    await created(lab())
    const first = await lab().run(bootstrapOrder({ epoch }))
    expect(first.outcome).toMatchObject({ succeeded: { bootstrap: { epoch } } })
    const second = await lab().run(bootstrapOrder({ epoch }))
    expect(second.outcome).toMatchObject({ succeeded: { bootstrap: { epoch } } })
    expect(second.calls.some((call) => call.includes('set-parameters'))).toBe(false)
  })

  it('tells what could not be applied, and succeeds all the same', async () => {
    await created(lab())
    const run = await lab().run(bootstrapOrder({ epoch: { minDuration: '1s' } }))
    expect(run.outcome).toMatchObject({ succeeded: { bootstrap: { parametersNotApplied: expect.any(String) } } })
    expect(run.code).toBe(0)
    await saved(lab(), 'run-1')
  })
})

describe('a scan', () => {
  it('counts complete snapshots and sums the newest of each source', async () => {
    fill(lab().source, { 'a.bin': 1000 })
    await created(lab())
    await saved(lab(), 'run-1')
    fill(lab().source, { 'b.bin': 500 })
    await saved(lab(), 'run-2')
    await saved(lab(), 'run-3', { identity: { username: 'other', hostname: 'shop', sourcePath: '/data' } })
    const facts = await created(lab())
    expect(facts).toMatchObject({ created: false, snapshotCount: 3, totalSizeBytes: 3000 })
  })

  it('is left out of a pure probe', async () => {
    await created(lab())
    const run = await lab().run(bootstrapOrder({ createAllowed: false, scan: false }))
    expect(run.code).toBe(0)
    expect(run.calls.some((call) => /snapshot list|index list/.test(call))).toBe(false)
  })
})

describe('a storage that is full of something else', () => {
  it('is not taken for a repository', async () => {
    writeFileSync(join(lab().repository, 'photo.jpg.f'), 'not a blob of kopia')
    const run = await lab().run(bootstrapOrder({ createAllowed: false }))
    expect(failed(run).kopiaErrorClass).toBe('NotInitialized')
  })
})
