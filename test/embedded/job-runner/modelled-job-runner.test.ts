import { hanging, type JobModel } from '../../../embedded/job-runner/job-model'
import { startModelledJobRunner } from '../../../embedded/job-runner/modelled-job-runner'
import { job, jobRef } from '../toy-cluster'
import { done, refused, toyStore } from '../toy-store'

const world = (model: JobModel) => {
  const { store, clock } = toyStore()
  const runner = startModelledJobRunner({ store, clock, model })
  const create = (spec: object = {}) => {
    const base = job('j')
    return done(store.create({ ...base, spec: { ...(base['spec'] as object), ...spec } }))
  }
  const status = () =>
    done(store.get(jobRef('j')))['status'] as {
      [field: string]: unknown
      conditions?: { type: string; reason: string }[]
    }
  const after = async (ms: number) => clock.runUntil(clock.now() + ms)
  const ending = () => status().conditions?.at(-1)
  return { store, runner, create, status, after, ending }
}

const ends = (afterMs: number, exitCode: number): ReturnType<JobModel> => ({ _tag: 'Ends', afterMs, exitCode })

it('starts, reports and completes', async () => {
  const { create, status, after, store } = world(
    () => ({ ...ends(5_000, 0), report: () => ({ 'x.io/outcome': 'fine' }) }) as never,
  )
  create()
  await after(1_000)
  expect(status()).toMatchObject({ active: 1, ready: 1, startTime: '2026-11-29T19:10:43Z' })
  await after(5_000)
  expect(status()).toMatchObject({ succeeded: 1, completionTime: '2026-11-29T19:10:48Z' })
  expect(status().conditions?.map(({ type }) => type)).toEqual(['SuccessCriteriaMet', 'Complete'])
  expect(done(store.get(jobRef('j'))).metadata.annotations).toEqual({ 'x.io/outcome': 'fine' })
})

it('tries again with growing delays up to the limit', async () => {
  const { create, after, ending, runner } = world(() => ends(1_000, 75))
  const uid = create({ backoffLimit: 2 }).metadata.uid ?? ''
  await after(5_000)
  expect(runner.attempts(uid)).toBe(1)
  await after(10_000)
  expect(runner.attempts(uid)).toBe(2)
  await after(60_000)
  expect(runner.attempts(uid)).toBe(3)
  expect(ending()).toMatchObject({ type: 'Failed', reason: 'BackoffLimitExceeded' })
})

it('succeeds in a later attempt', async () => {
  const { create, after, status } = world((_, attempt) => ends(1_000, attempt === 2 ? 0 : 1))
  create({ backoffLimit: 2 })
  await after(60_000)
  expect(status()).toMatchObject({ succeeded: 1, failed: 1 })
})

it('ends at once for exit codes that the pod failure policy calls hopeless', async () => {
  const { create, after, ending, runner } = world(() => ends(1_000, 78))
  const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [78] } }]
  const uid = create({ backoffLimit: 5, podFailurePolicy: { rules } }).metadata.uid ?? ''
  await after(60_000)
  expect(ending()).toMatchObject({ type: 'Failed', reason: 'PodFailurePolicy' })
  expect(runner.attempts(uid)).toBe(1)
})

it('ends a hanging Job at its deadline', async () => {
  const { create, after, ending, status } = world(hanging)
  create({ activeDeadlineSeconds: 30 })
  await after(29_000)
  expect(status()).toMatchObject({ active: 1 })
  await after(2_000)
  expect(ending()).toMatchObject({ type: 'Failed', reason: 'DeadlineExceeded' })
})

it('is ended from outside: finished, killed, annotated', async () => {
  const { create, after, ending, runner, status, store } = world(hanging)
  create({ backoffLimit: 1 })
  expect(runner.finish(jobRef('j'), 0)).toBe(false)
  await after(100)
  runner.annotate(jobRef('j'), { 'x.io/progress': '1' })
  expect(done(store.get(jobRef('j'))).metadata.annotations).toEqual({ 'x.io/progress': '1' })
  expect(runner.kill(jobRef('j'))).toBe(true)
  await after(100)
  expect(status()).toMatchObject({ failed: 1 })
  expect(ending()).toBeUndefined()
  await after(10_000)
  expect(runner.finish(jobRef('j'), 0, { 'x.io/outcome': 'late' })).toBe(true)
  expect(ending()).toMatchObject({ type: 'Complete' })
})

it('does not start what is suspended, and forgets what is deleted', async () => {
  const { create, after, status, runner, store } = world(() => ends(1_000, 0))
  const uid = create({ suspend: true }).metadata.uid ?? ''
  await after(10_000)
  expect(runner.attempts(uid)).toBe(0)
  done(store.patch(jobRef('j'), { type: 'merge', body: { spec: { suspend: false } } }))
  await after(500)
  expect(status()).toMatchObject({ active: 1 })
  done(store.remove(jobRef('j'), { propagationPolicy: 'Background' }))
  await after(10_000)
  expect(refused(store.get(jobRef('j'))).code).toBe(404)
})

it('deletes a finished Job after its time to live', async () => {
  const { create, after, store } = world(() => ends(1_000, 0))
  create({ ttlSecondsAfterFinished: 60 })
  await after(55_000)
  done(store.get(jobRef('j')))
  await after(10_000)
  expect(done(store.get(jobRef('j'))).metadata.deletionTimestamp).toBeDefined()
})

it('takes up Jobs that were there before it', async () => {
  const { store, clock } = toyStore()
  done(store.create(job('j')))
  const runner = startModelledJobRunner({ store, clock, model: () => ends(1_000, 0) })
  await clock.runUntil(clock.now() + 5_000)
  expect(done(store.get(jobRef('j')))['status']).toMatchObject({ succeeded: 1 })
  runner.stop()
})
