import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterReporter } from '../../../mover/report/cluster'

type Seen = {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly type?: string | undefined
  readonly token?: string | undefined
  readonly body: string
}

const folder = mkdtempSync(join(tmpdir(), 'kopiur-account-'))
const seen: Seen[] = []
const answers: number[] = []
const body = { current: '{}' }
let server: Server
let port = 0

beforeAll(async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...make, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  copyFileSync(cert, join(folder, 'ca.crt'))
  writeFileSync(join(folder, 'token'), 'the-token\n')
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push({
        method,
        url,
        type: headers['content-type'],
        token: headers.authorization,
        body: Buffer.concat(parts).toString(),
      })
      response.statusCode = answers.shift() ?? 200
      response.end(body.current)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  seen.length = 0
  answers.length = 0
})

const reporter = () =>
  clusterReporter({ host: '127.0.0.1', port, account: folder }, { namespace: 'shop', name: 'job-1' })
const outcome = {
  version: 1 as const,
  startTime: '2026-01-01T00:00:00Z',
  endTime: '2026-01-01T00:00:01Z',
  succeeded: { restore: { noSnapshot: {} } },
}

describe('a report to the API server', () => {
  it('patches one annotation of its own Job', async () => {
    await reporter().outcome(outcome)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/apis/batch/v1/namespaces/shop/jobs/job-1?fieldManager=kopiur-mover',
      type: 'application/merge-patch+json',
      token: 'Bearer the-token',
    })
    const { metadata } = JSON.parse(seen[0]?.body ?? '')
    expect(Object.keys(metadata.annotations)).toEqual(['kopiur.home-operations.com/outcome'])
    expect(JSON.parse(metadata.annotations['kopiur.home-operations.com/outcome'])).toEqual(outcome)
  })

  it('is repeated while the server has trouble', async () => {
    answers.push(503, 429)
    await reporter().outcome(outcome)
    expect(seen).toHaveLength(3)
  })

  it.each([403, 404, 422])('is given up at once when the answer is %d', async (status) => {
    answers.push(status)
    await expect(reporter().outcome(outcome)).rejects.toThrow(`answered ${status}`)
    expect(seen).toHaveLength(1)
  })

  it('of progress is tried once only', async () => {
    answers.push(500)
    await expect(reporter().progress({ at: '2026-01-01T00:00:00Z' })).rejects.toThrow('500')
    expect(seen).toHaveLength(1)
  })
})

describe('the report of an earlier attempt', () => {
  afterEach(() => {
    body.current = '{}'
  })

  it('is read from its own Job', async () => {
    const chosen = { snapshotId: 'k1', identity: { username: 'a', hostname: 'b' }, startTime: '2026-01-01T00:00:00Z' }
    const progress = JSON.stringify({ at: '2026-01-01T00:00:00Z', chosen })
    body.current = JSON.stringify({ metadata: { annotations: { 'kopiur.home-operations.com/progress': progress } } })
    expect((await reporter().earlier())?.chosen).toEqual(chosen)
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/apis/batch/v1/namespaces/shop/jobs/job-1' })
  })

  it('is nothing where none was made', async () => {
    expect(await reporter().earlier()).toBeUndefined()
  })
})
