import { exited, play, scripted, type Script } from '../stage'

const order = (createAllowed: boolean) => ({ bootstrap: { createAllowed, scan: true } })
const NOT_INITIALIZED = 'error connecting to repository: repository not initialized in the provided storage'
const STATUS = JSON.stringify({ uniqueIDHex: 'ab', contentFormat: {}, blobRetention: {} })
const INFO = JSON.stringify({ owner: 'a@b', schedule: { runs: null } })
const facts = {
  'repository status': { output: STATUS },
  'maintenance info': { output: INFO },
  'snapshot list': { output: '[\n]' },
}

const verbs = (calls: ReadonlyArray<string>) => calls.map((line) => line.split(' ').slice(0, 2).join(' '))

describe('connect or create', () => {
  it.each([
    'invalid repository password',
    'Access Denied.',
    'dial tcp: connection refused',
    'cannot access storage path: stat /repo: no such file or directory',
    'open /repo/.shards: permission denied',
    'x509: certificate signed by unknown authority',
    'something that nobody has seen before',
    'repository upgrade in progress',
    'The provided token has expired',
    'error decrypting BLOB',
    '',
  ])('never creates after %j, although that is allowed', async (error) => {
    const { calls, outcome } = await play(
      order(true),
      scripted({ 'repository connect': { end: exited(1), errors: [error] } }),
    )
    expect(verbs(calls)).toEqual(['repository connect'])
    expect(outcome).toMatchObject({ failed: { op: 'repository connect' } })
  })

  it.each([[{ _tag: 'TimedOut' as const }], [{ _tag: 'Signalled' as const, signal: 'SIGKILL' }], [exited(2)]])(
    'never creates after %j, whatever was printed before',
    async (end) => {
      const errors = [NOT_INITIALIZED]
      const { calls } = await play(order(true), scripted({ 'repository connect': { end, errors } }))
      expect(verbs(calls)).toEqual(['repository connect'])
    },
  )

  it('creates on kopia’s own word, and only when allowed', async () => {
    const missing = { 'repository connect': { end: exited(1), errors: [NOT_INITIALIZED] } }
    const allowed = await play(order(true), scripted({ ...missing, ...facts }))
    expect(verbs(allowed.calls).slice(0, 2)).toEqual(['repository connect', 'repository create'])
    expect(allowed.outcome).toMatchObject({ succeeded: { bootstrap: { created: true, uniqueId: 'ab' } } })
    const refused = await play(order(false), scripted({ ...missing, ...facts }))
    expect(verbs(refused.calls)).toEqual(['repository connect'])
    expect(refused.outcome).toMatchObject({ failed: { kopiaErrorClass: 'NotInitialized' } })
  })

  const racing = (second: Script): Script => {
    let connects = 0
    return (line, call) => {
      if (line.startsWith('repository connect')) {
        connects += 1
        return connects === 1 ? { end: exited(1), errors: [NOT_INITIALIZED] } : second(line, call)
      }
      if (line.startsWith('repository create'))
        return { end: exited(1), errors: ['found existing data in storage location'] }
      return scripted(facts)(line, call)
    }
  }

  it('connects when somebody else created it at the same moment', async () => {
    const { outcome } = await play(
      order(true),
      racing(() => ({})),
    )
    expect(outcome).toMatchObject({ succeeded: { bootstrap: { created: false } } })
  })

  it('says that the place is occupied when there is data but no repository', async () => {
    const { outcome, code } = await play(
      order(true),
      racing(() => ({ end: exited(1), errors: [NOT_INITIALIZED] })),
    )
    expect(outcome).toMatchObject({ failed: { kopiaErrorClass: 'HalfInitialized', retryRecommended: false } })
    expect(code).toBe(78)
  })

  it('makes every connection and creation with an empty cache, and works with the lasting one', async () => {
    const missing = { 'repository connect': { end: exited(1), errors: [NOT_INITIALIZED] } }
    const { processes } = await play(order(true), scripted({ ...missing, ...facts }))
    const caches = processes.map(({ args, env }) => [args.slice(0, 2).join(' '), env['KOPIA_CACHE_DIRECTORY'] ?? ''])
    for (const [verb, cache] of caches) {
      expect(cache).toMatch(
        /repository (connect|create)/.test(verb ?? '') ? /\/run-.*\/first-cache$/ : /\/cache\/[0-9a-f]{16}$/,
      )
    }
  })
})

describe('the environment of kopia', () => {
  it('has private places, a trimmed password, and none of the mover’s own variables', async () => {
    const env = {
      KOPIA_PASSWORD: ' secret\n',
      KOPIUR_JOB_NAME: 'job',
      KOPIA_CONFIG_PATH: '/elsewhere',
      KOPIA_SFTP_KEY_DATA: 'KEY',
      AWS_ACCESS_KEY_ID: 'AK',
      PATH: '/bin',
    }
    const { processes } = await play(order(false), scripted(facts), { env })
    const given = processes[0]?.env ?? {}
    expect(given).toMatchObject({
      KOPIA_PASSWORD: 'secret',
      AWS_ACCESS_KEY_ID: 'AK',
      PATH: '/bin',
      KOPIA_PERSIST_CREDENTIALS_ON_CONNECT: 'false',
      KOPIA_CHECK_FOR_UPDATES: 'false',
      KOPIA_SEND_ERROR_NOTIFICATIONS: 'never',
      KOPIA_REPO_UPGRADE_NO_BLOCK: 'true',
    })
    for (const key of ['HOME', 'TMPDIR', 'KOPIA_CONFIG_PATH', 'KOPIA_LOG_DIR']) {
      expect(given[key]).toMatch(/^\/var\/cache\/kopia\/run-job-/)
    }
    expect(Object.keys(given).filter((key) => key.startsWith('KOPIUR_') || key === 'KOPIA_SFTP_KEY_DATA')).toEqual([])
  })

  it('gets file credentials as private files', async () => {
    const repository = {
      storage: { sftp: { host: 'h', path: '/p', username: 'u' } },
      client: { username: 'app', hostname: 'shop' },
      readOnly: false,
    }
    const env = { KOPIA_SFTP_KEY_DATA: 'KEY', KOPIA_SFTP_KNOWN_HOSTS: 'HOSTS' }
    const { written, calls } = await play(order(false), scripted(facts), { env, spec: { repository } })
    expect(Object.values(written).sort()).toEqual(['HOSTS\n', 'KEY\n'])
    expect(Object.keys(written).every((path) => path.startsWith('/var/cache/kopia/run-'))).toBe(true)
    expect(calls.join('\n')).not.toContain('KEY')
  })
})
