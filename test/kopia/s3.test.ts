import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failed, succeeded, useLab } from './lab'
import { bootstrapOrder, created, fill, restoreOrder, saved, select, snapshotOrder } from './orders'
import { BUCKET, inBucket, KEYS, type S3Server, startS3 } from './s3-server'

const lab = useLab()
const folder = mkdtempSync(join(tmpdir(), 'kopiur-s3-'))

const certificate = () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const usage = ['-addext', 'basicConstraints=critical,CA:TRUE']
  const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', [...make, ...subject, ...usage, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert }
}

let server: S3Server
beforeAll(async () => {
  server = await startS3(folder)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const prefix = () => `${lab().folder.split('/').at(-1)}/`
const here = () => ({ repository: inBucket(server.endpoint, { prefix: prefix() }), env: KEYS })

describe('a repository on S3', () => {
  it('is created, filled, restored from and maintained', async () => {
    fill(lab().source, { 'a.txt': 'a', 'dir/b.bin': 3_000_000 })
    const facts = await created(lab(), here())
    expect(facts).toMatchObject({ created: true, snapshotCount: 0 })
    const first = await saved(lab(), 'run-1', {}, here())
    fill(lab().source, { 'c.txt': 'c' })
    const second = await saved(lab(), 'run-2', {}, here())
    expect((second.stats.bytesNew ?? 0) / (first.stats.bytesNew ?? 1)).toBeLessThan(0.02)
    succeeded(await lab().run(restoreOrder(select()), here()))
    expect(readFileSync(join(lab().target, 'dir/b.bin'))).toEqual(readFileSync(join(lab().source, 'dir/b.bin')))
    const full = { mode: 'full' as const, owner: 'kopiur@x', aliases: [], takeoverPolicy: 'Force' as const }
    succeeded(await lab().run({ maintenance: full }, here()))
    const members = [{ uid: 'one', snapshotId: first.snapshotId }]
    expect(succeeded(await lab().run({ deleteBatch: { members } }, here()))).toMatchObject({
      deleteBatch: { deleted: ['one'] },
    })
  })
})

describe('what S3 says when something is wrong', () => {
  it('a missing bucket looks like a missing repository, until creating tells', async () => {
    const repository = inBucket(server.endpoint, { bucket: 'not-there' })
    const connecting = await lab().run(bootstrapOrder({ createAllowed: false }), { repository, env: KEYS })
    expect(failed(connecting).kopiaErrorClass).toBe('NotInitialized')
    expect(failed(connecting).message).toContain('missing bucket')
    const creating = await lab().run(bootstrapOrder(), { repository, env: KEYS })
    expect(failed(creating)).toMatchObject({ kopiaErrorClass: 'StorageMissing', retryRecommended: false })
  })

  it('a wrong secret is refused, and nothing is created', async () => {
    const env = { ...KEYS, AWS_SECRET_ACCESS_KEY: 'not the secret' }
    const run = await lab().run(bootstrapOrder(), { ...here(), env })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'AccessDenied', retryRecommended: false })
    expect(run.calls.some((call) => call.includes('repository create'))).toBe(false)
    expect(run.log).not.toContain('not the secret')
  })

  it('an unknown key makes no repository, although this server calls it a missing one', async () => {
    const env = { ...KEYS, AWS_ACCESS_KEY_ID: 'somebody-else' }
    const run = await lab().run(bootstrapOrder(), { ...here(), env })
    expect('failed' in run.outcome).toBe(true)
    expect((await created(lab(), here())).created).toBe(true)
  })

  it('missing keys are told as such', async () => {
    const run = await lab().run(bootstrapOrder(), { repository: here().repository })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'AccessDenied', retryRecommended: false })
  })

  it('a server that is down is tried again', async () => {
    const run = await lab().run(bootstrapOrder(), { repository: inBucket('127.0.0.1:1'), env: KEYS })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'RepositoryUnavailable', retryRecommended: true })
    expect(run.code).toBe(75)
    expect(run.calls.some((call) => call.includes('repository create'))).toBe(false)
  })

  it('object lock on a bucket without it is told, and the repository is usable', async () => {
    await created(lab(), here())
    const blobRetention = { mode: 'COMPLIANCE', period: '72h' } as const
    const run = await lab().run(bootstrapOrder({ blobRetention }), here())
    expect(run.code).toBe(0)
    const backup = await lab().run(snapshotOrder('run-1'), here())
    expect(backup.code === 0 || 'failed' in backup.outcome).toBe(true)
  })
})

describe('a server that never answers', () => {
  let silent: Server
  let port: number
  beforeAll((done) => {
    silent = createServer(() => undefined).listen(0, '127.0.0.1', () => {
      const address = silent.address()
      port = typeof address === 'object' && address !== null ? address.port : 0
      done()
    })
  })
  afterAll(() => silent.close())

  it('is given up when the time of the call is over', async () => {
    const started = Date.now()
    const run = await lab().run(bootstrapOrder(), {
      repository: inBucket(`127.0.0.1:${port}`),
      env: KEYS,
      spec: { callTimeoutSeconds: 2 },
    })
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'Timeout', op: 'repository connect', retryRecommended: true })
    expect(run.code).toBe(75)
    expect(Date.now() - started).toBeLessThan(60_000)
  })
})

describe('a server with a certificate of its own authority', () => {
  let secure: S3Server
  const tls = { key: '', cert: '' }
  beforeAll(async () => {
    Object.assign(tls, certificate())
    secure = await startS3(join(folder, 'secure'), tls)
  })
  afterAll(() => secure.stop())

  const at = (more: object) => ({
    repository: inBucket(secure.endpoint, { prefix: prefix(), disableTls: false, ...more }),
    env: KEYS,
  })

  it('is trusted by the bundle of the work order, and by nothing else', async () => {
    const refused = await lab().run(bootstrapOrder(), at({}))
    expect(failed(refused)).toMatchObject({ kopiaErrorClass: 'TlsError', retryRecommended: false })
    const caBundle = readFileSync(tls.cert, 'utf8')
    expect((await created(lab(), at({ caBundle }))).created).toBe(true)
    fill(lab().source, { 'a.txt': 'a' })
    await saved(lab(), 'run-1', {}, at({ caBundle }))
  })

  it('may be trusted blindly', async () => {
    expect((await created(lab(), at({ disableTlsVerification: true }))).created).toBe(true)
  })

  it('spoken to without TLS, or the other way round, is told as a matter of TLS', async () => {
    const plain = await lab().run(bootstrapOrder(), at({ disableTls: true }))
    expect(['TlsError', 'RepositoryUnavailable']).toContain(failed(plain).kopiaErrorClass)
    const repository = inBucket(server.endpoint, { bucket: BUCKET, disableTls: false })
    const other = await lab().run(bootstrapOrder(), { repository, env: KEYS })
    expect(failed(other).kopiaErrorClass).toBe('TlsError')
  })
})
