import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { refOf } from '../../../embedded/api/kind-definition'
import { identify } from '../../../embedded/local/state/process-identity'
import { eventually } from './eventually'
import { ended, jobWorld, moverJob, outcomeOf, progressOf, statusOf, type JobWorld } from './job-world'
import { removeFolders, temporaryFolder } from './temporary-folder'

jest.setTimeout(60_000)

const worlds: JobWorld[] = []
const world = (options: Parameters<typeof jobWorld>[1] = {}, root = temporaryFolder()) => {
  const made = jobWorld(root, options)
  worlds.push(made)
  return Object.assign(made, { root })
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((made) => made.stop()))
  removeFolders()
})

const end = (made: JobWorld, name: string) => eventually(`${name} ends`, () => ended(made.job(name)))
const started = (made: JobWorld, name: string) =>
  eventually(`${name} starts`, () => progressOf(made.job(name)) ?? undefined)

test('a Job runs as a process; its report is on the Job before the Job has ended', async () => {
  const made = world()
  const seen: unknown[] = []
  made.store.listen(({ object }) => void (ended(object) && seen.push(outcomeOf(object))))
  made.create(moverJob('one', { outcome: { well: 'done' } }))
  expect(await end(made, 'one')).toBe('Complete/CompletionsReached')
  expect(seen[0]).toEqual({ well: 'done' })
  expect(statusOf(made.job('one'))).toMatchObject({ succeeded: 1, ready: 0 })
  expect(statusOf(made.job('one')).active).toBeUndefined()
})

test('the process sees the variables of its Secrets and nothing else of ours', async () => {
  const made = world()
  made.create({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'creds', namespace: 'db' },
    data: { KOPIA_PASSWORD: Buffer.from('pass').toString('base64'), key: Buffer.from('k').toString('base64') },
  })
  const container = {
    envFrom: [{ secretRef: { name: 'creds' } }, { secretRef: { name: 'absent', optional: true } }],
    env: [
      { name: 'KOPIUR_WORK_SPEC', value: '{}' },
      { name: 'ONE', valueFrom: { secretKeyRef: { name: 'creds', key: 'key' } } },
      { name: 'TWO', value: '$(ONE)-$$(ONE)' },
    ],
  }
  made.create(moverJob('env', {}, {}, { container }))
  const { environment } = await started(made, 'env')
  expect(environment).toMatchObject({ KOPIA_PASSWORD: 'pass', ONE: 'k', TWO: 'k-$(ONE)' })
  expect(Object.keys(environment).filter((name) => name.startsWith('JEST') || name === 'HOME')).toEqual([])
  await end(made, 'env')
})

test('a Job waits for its Secret as a pod does, and says so', async () => {
  const made = world()
  made.create(moverJob('waits', {}, {}, { container: { envFrom: [{ secretRef: { name: 'late' } }] } }))
  await eventually('it is blocked', () => made.blocked.length > 2)
  expect(new Set(made.blocked)).toEqual(new Set(['secret "late" not found']))
  expect(statusOf(made.job('waits')).failed).toBeUndefined()
  made.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'late', namespace: 'db' }, data: {} })
  expect(await end(made, 'waits')).toBe('Complete/CompletionsReached')
})

test('volumes are folders: of a named volume, of a claim, for the attempt alone, of files', async () => {
  const made = world()
  const documents = join(made.root, 'documents')
  mkdirSync(documents)
  made.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'docs' },
    spec: { hostPath: { path: documents } },
  })
  const claim = (name: string, spec: object) =>
    made.create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace: 'db' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    })
  claim('docs', { volumeName: 'docs' })
  const data = claim('data', {})
  made.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'files', namespace: 'db' },
    data: { 'a.txt': 'A' },
  })
  const volumes = [
    { name: 'docs', persistentVolumeClaim: { claimName: 'docs' } },
    { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    { name: 'cache', emptyDir: {} },
    { name: 'files', configMap: { name: 'files' } },
  ]
  const volumeMounts = volumes.map(({ name }) => ({ name, mountPath: `/mnt/${name}` }))
  made.create(moverJob('mounts', { sleepMs: 200 }, {}, { volumes, container: { volumeMounts } }))
  const { map } = await started(made, 'mounts')
  expect(map['/mnt/docs']).toBe(documents)
  expect(map['/mnt/data']).toBe(join(made.root, 'volumes', data.metadata.uid ?? ''))
  expect(existsSync(map['/mnt/cache'] ?? '')).toBe(true)
  expect(readdirSync(map['/mnt/files'] ?? '')).toEqual(['a.txt'])
  await end(made, 'mounts')
  await eventually(
    'what was for the attempt alone is gone',
    () => !existsSync(map['/mnt/cache'] ?? '') && !existsSync(map['/mnt/files'] ?? ''),
  )
  expect(existsSync(documents) && existsSync(map['/mnt/data'] ?? '')).toBe(true)
})

test('a folder of a user that does not exist is not made, the Job waits', async () => {
  const made = world()
  const gone = join(made.root, 'gone')
  const volumes = [{ name: 'v', hostPath: { path: gone } }]
  made.create(moverJob('waits', {}, {}, { volumes, container: { volumeMounts: [{ name: 'v', mountPath: '/v' }] } }))
  await eventually('it is blocked', () => made.blocked.includes(`folder ${gone} does not exist`))
  expect(existsSync(gone)).toBe(false)
  mkdirSync(gone)
  await end(made, 'waits')
})

describe('failures', () => {
  test('are tried again, and a later success counts', async () => {
    const made = world()
    made.create(moverJob('third', { exitByAttempt: [75, 75, 0] }))
    expect(await end(made, 'third')).toBe('Complete/CompletionsReached')
    expect(statusOf(made.job('third'))).toMatchObject({ succeeded: 1, failed: 2 })
    expect(outcomeOf(made.job('third'))).toEqual({ attempt: 3, code: 0 })
  })

  test('beyond the limit end the Job', async () => {
    const made = world()
    made.create(moverJob('never', { exit: 75 }))
    expect(await end(made, 'never')).toBe('Failed/BackoffLimitExceeded')
    expect(statusOf(made.job('never')).failed).toBe(3)
  })

  test('with the exit code of a hopeless one end it at once', async () => {
    const made = world()
    const rules = [{ action: 'FailJob', onExitCodes: { containerName: 'mover', operator: 'In', values: [78] } }]
    made.create(moverJob('hopeless', { exit: 78 }, { podFailurePolicy: { rules } }))
    expect(await end(made, 'hopeless')).toBe('Failed/PodFailurePolicy')
    expect(statusOf(made.job('hopeless')).failed).toBe(1)
  })

  test('a process that somebody kills counts as one', async () => {
    const made = world()
    made.create(moverJob('killed', { sleepMs: 60_000 }, { backoffLimit: 0 }))
    const { pid } = await started(made, 'killed')
    process.kill(pid, 'SIGKILL')
    expect(await end(made, 'killed')).toBe('Failed/BackoffLimitExceeded')
  })

  test.each(['pid', 'parent'] as const)('a killed %s takes along what it has started', async (victim) => {
    const made = world()
    made.create(moverJob('killed', { sleepMs: 60_000, child: true }, { backoffLimit: 0 }))
    const { child = 0, ...others } = await started(made, 'killed')
    expect(identify(child)).toBeDefined()
    process.kill(others[victim], 'SIGKILL')
    await end(made, 'killed')
    await eventually('the child is gone', () => identify(child) === undefined)
  })

  test('a Job that waits past its deadline ends', async () => {
    const made = world()
    const container = { envFrom: [{ secretRef: { name: 'never' } }] }
    made.create(moverJob('waits', {}, { activeDeadlineSeconds: 1 }, { container }))
    expect(await end(made, 'waits')).toBe('Failed/DeadlineExceeded')
  })

  test('a Job past its deadline is stopped, even one that does not listen', async () => {
    const made = world()
    made.create(moverJob('late', { sleepMs: 60_000, stubborn: true }, { activeDeadlineSeconds: 1 }))
    const { pid } = await started(made, 'late')
    expect(await end(made, 'late')).toBe('Failed/DeadlineExceeded')
    expect(identify(pid)).toBeUndefined()
  })
})

describe('a deleted Job', () => {
  test('takes its process along', async () => {
    const made = world()
    const job = made.create(moverJob('deleted', { sleepMs: 60_000 }))
    const { pid } = await started(made, 'deleted')
    made.store.remove(refOf(job), { propagationPolicy: 'Background' })
    await eventually('the process is gone', () => identify(pid) === undefined)
    await eventually('its folder is gone', () => readdirSync(join(made.root, 'jobs')).length === 0)
  })

  test('goes by itself when its time to live is over', async () => {
    const made = world()
    made.create(moverJob('short', {}, { ttlSecondsAfterFinished: 1 }))
    await eventually('it ran', () => ended(made.job('short')))
    await eventually('it is gone', () => made.job('short') === undefined)
  })
})

describe('a runner that dies', () => {
  test('finds the process again that went on, and takes its outcome', async () => {
    const made = world()
    made.create(moverJob('survivor', { sleepMs: 1000, outcome: { by: 'the first' } }))
    const first = await started(made, 'survivor')
    made.restart()
    expect(await end(made, 'survivor')).toBe('Complete/CompletionsReached')
    expect(outcomeOf(made.job('survivor'))).toEqual({ by: 'the first' })
    expect(statusOf(made.job('survivor')).failed).toBeUndefined()
    expect(progressOf(made.job('survivor'))?.pid).toBe(first.pid)
  })

  test('takes what ended while nobody looked', async () => {
    const root = temporaryFolder()
    const dead = world({}, root)
    dead.create(moverJob('unseen', { sleepMs: 300, exit: 75 }, { backoffLimit: 0 }))
    const { pid } = await started(dead, 'unseen')
    const job = dead.job('unseen')
    dead.pause()
    await eventually('the process is gone', () => identify(pid) === undefined)
    const made = world({}, root)
    made.store.load(job === undefined ? [] : [{ type: 'PUT', object: job }])
    expect(await end(made, 'unseen')).toBe('Failed/BackoffLimitExceeded')
  })

  test('takes an empty exit code, as a full disk leaves one, for no success', async () => {
    const made = world({ maxRunning: 0 })
    const job = made.create(moverJob('unsaid', {}, { backoffLimit: 0 }))
    const attempt = join(made.root, 'jobs', job.metadata.uid ?? '', '1')
    mkdirSync(attempt, { recursive: true })
    writeFileSync(join(attempt, 'exit'), '')
    writeFileSync(join(attempt, 'claim'), '1\nno boot\n1 (sh) S 1')
    expect(await end(made, 'unsaid')).toBe('Failed/BackoffLimitExceeded')
  })

  test('gives up an attempt that had not begun, and it counts for nothing', async () => {
    const made = world({ maxRunning: 0 })
    const job = made.create(moverJob('never-begun', {}, { backoffLimit: 0 }))
    mkdirSync(join(made.root, 'jobs', job.metadata.uid ?? '', '1', 'report'), { recursive: true })
    await eventually('it is given up', () => existsSync(join(made.root, 'jobs', job.metadata.uid ?? '', '1', 'claim')))
    expect(ended(made.job('never-begun'))).toBeUndefined()
    expect(statusOf(made.job('never-begun')).failed).toBeUndefined()
  })
})

test('a clean stop ends the processes, and what it interrupted is run again without counting as failed', async () => {
  const root = temporaryFolder()
  const made = jobWorld(root)
  made.create(moverJob('interrupted', { sleepMs: 1000 }, { backoffLimit: 0 }))
  const { pid } = await started(made, 'interrupted')
  await made.stop()
  expect(identify(pid)).toBeUndefined()
  const again = world({}, root)
  const { metadata } = made.job('interrupted') ?? { metadata: undefined }
  expect(E.isRight(again.store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } }))).toBe(true)
  again.store.load([{ type: 'PUT', object: made.job('interrupted') ?? moverJob('', {}) }])
  expect(await end(again, 'interrupted')).toBe('Complete/CompletionsReached')
  expect(statusOf(again.job('interrupted'))).toMatchObject({ succeeded: 1 })
  expect(statusOf(again.job('interrupted')).failed).toBeUndefined()
  expect(again.job('interrupted')?.metadata.uid).toBe(metadata?.uid)
})

test('nothing begins while the runner stops, and what has just begun is stopped too', async () => {
  const made = world({ maxRunning: 1 })
  made.create(moverJob('first', { sleepMs: 60_000 }))
  const { pid } = await started(made, 'first')
  made.create(moverJob('second', { sleepMs: 60_000 }))
  await made.stop()
  expect(identify(pid)).toBeUndefined()
  expect(progressOf(made.job('second'))).toBeNull()
  const folders = readdirSync(join(made.root, 'jobs')).flatMap((uid) => readdirSync(join(made.root, 'jobs', uid)))
  expect(folders).toEqual(['1'])
})

test('nothing is written any more once the runner has stopped', async () => {
  const made = world()
  await made.stop()
  made.create(moverJob('late', {}))
  made.look()
  expect(made.job('late')).not.toHaveProperty('status.startTime')
})

test('a Job that waits for something missing is not at work', async () => {
  const made = world()
  made.create(moverJob('waits', {}, {}, { container: { envFrom: [{ secretRef: { name: 'late' } }] } }))
  await eventually('it is blocked', () => made.blocked.length > 2)
  expect(made.busy()).toBe(false)
  made.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'late', namespace: 'db' }, data: {} })
  await eventually('it is at work', made.busy)
  await end(made, 'waits')
  expect(made.busy()).toBe(false)
})

test('no more processes at once than allowed', async () => {
  const made = world({ maxRunning: 1 })
  ;['a', 'b', 'c'].forEach((name) => made.create(moverJob(name, { sleepMs: 100 })))
  const most = { count: 0 }
  made.store.listen(() => {
    const running = ['a', 'b', 'c'].filter((name) => statusOf(made.job(name)).active === 1).length
    most.count = Math.max(most.count, running)
  })
  await Promise.all(['a', 'b', 'c'].map((name) => end(made, name)))
  expect(most.count).toBe(1)
})
