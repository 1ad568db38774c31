import { apiClient } from '../../../embedded/api/api-client'
import { forbiddenBy, timedOut, unreachable, type ApiRequest } from '../../../embedded/api/fault'
import { done, policy, policyRef, refused, toyStore } from '../toy-store'

it('tells of requests, fails them, and loses answers of what was done', async () => {
  const { store } = toyStore()
  const seen: ApiRequest[] = []
  const client = apiClient(store, {
    user: 'mover',
    onRequest: (request) => seen.push(request),
    faults: (request) => {
      if (request.verb === 'create' && request.ref.name === 'p1') return { _tag: 'LoseAnswer', error: timedOut }
      if (request.verb === 'remove') return { _tag: 'Fail', error: forbiddenBy(request) }
      return request.verb === 'list' ? { _tag: 'Fail', error: unreachable } : undefined
    },
  })
  expect(refused(await client.create(policy('p1'))())).toEqual(timedOut)
  const made = done(await client.get(policyRef('p1'))())
  expect(refused(await client.remove(policyRef('p1'))())).toMatchObject({
    reason: 'Forbidden',
    code: 403,
    message: expect.stringContaining('mover'),
  })
  expect(refused(await client.list({ apiVersion: made.apiVersion, kind: made.kind })())).toMatchObject({ code: 0 })
  done(await client.patch(policyRef('p1'), { type: 'merge', body: { spec: { n: 2 } } })())
  done(await client.updateStatus({ ...done(store.get(policyRef('p1'))), status: { phase: 'x' } })())
  done(await client.update({ ...done(store.get(policyRef('p1'))), spec: { n: 3 } })())
  expect(done(store.get(policyRef('p1')))).toMatchObject({ spec: { n: 3 }, status: { phase: 'x' } })
  expect(seen.map(({ verb, user }) => `${verb} ${user}`)).toEqual(
    ['create', 'get', 'remove', 'list', 'patch', 'updateStatus', 'update'].map((verb) => `${verb} mover`),
  )
})

it('acts halfway through the time that a request takes', async () => {
  const { store, clock } = toyStore()
  const client = apiClient(store, { latency: { clock, duration: () => 100 } })
  const release = clock.hold()
  const answered = client.create(policy('p1'))()
  const start = clock.now()
  const running = clock.runUntil(start + 500)
  done(await answered)
  expect(clock.now()).toBe(start + 100)
  release()
  await running
  expect(done(store.get(policyRef('p1'))).metadata.uid).toBeDefined()
})

it('refuses unknown fields where that is asked for', async () => {
  const { store } = toyStore()
  const spec = { n: 1, wrong: true, free: { any: 1 }, labels: { a: 'b' }, items: [{ name: 'x', sise: 2 }] }
  const error = refused(await apiClient(store, { strictFields: true }).create(policy('p1', spec))())
  expect(error).toMatchObject({
    code: 400,
    message: 'strict decoding error: unknown field "spec.wrong", unknown field "spec.items[0].sise"',
  })
  done(await apiClient(store).create(policy('p1', spec))())
})
