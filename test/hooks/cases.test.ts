import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controllers } from '../../hooks/registry'
import {
  findCases,
  readExpected,
  readGiven,
  type Case,
  type Expected,
  type Given,
  type Request,
} from './case-runner/case'
import { feedBack } from './case-runner/feed-back'
import { startWorld, type Outcome, type World } from './case-runner/world'

const APPROVE = process.env['APPROVE'] === '1'
/** Calls within which an answer that is fed back must have settled. */
const ROUNDS = 10

const cases = findCases(__dirname)
const world: { current: World | undefined } = { current: undefined }
beforeAll(async () => {
  world.current = await startWorld(controllers)
})
afterAll(() => world.current?.stop())

const post = (given: Given, request: Request): Promise<Outcome> =>
  world.current?.post(given, request) ?? Promise.reject(new Error('the app is not up'))

test('every controller has cases', () => {
  expect(
    controllers.map(({ name }) => name).filter((name) => !cases.some(({ controller }) => controller === name)),
  ).toEqual([])
})

test('every folder of cases belongs to a controller', () => {
  const names = controllers.map(({ name }) => name)
  expect([...new Set(cases.map(({ controller }) => controller))].filter((name) => !names.includes(name))).toEqual([])
})

if (cases.length > 0) {
  describe.each([...new Set(cases.map(({ controller }) => controller))])('%s', (controller) => {
    test.each(cases.filter((one) => one.controller === controller).map((one): [string, Case] => [one.name, one]))(
      '%s',
      async (_name, one) => {
        const given = readGiven(one)
        const first = await post(given, given.request)
        compare(one, first)
        expect(await post(given, given.request)).toEqual(first)
        if (first.code === 200 && !given.route.endsWith('/customize')) await settles(given, first)
      },
    )
  })
}

const compare = (one: Case, { code, text, effects }: Outcome): void => {
  const actual: Expected = {
    code,
    body: JSON.parse(text),
    ...(effects.length === 0 ? {} : { effects: JSON.parse(JSON.stringify(effects)) }),
  }
  const path = join(one.folder, 'expected.json')
  if (APPROVE) return writeFileSync(path, `${JSON.stringify(actual, null, 2)}\n`)
  expect(existsSync(path) ? path : 'no expected.json: run with APPROVE=1 and read the diff').toBe(path)
  expect(actual).toEqual(readExpected(one))
}

/** Feeds answers back until nothing changes. What was made and has gone is not made again. */
const settles = async (given: Given, first: Outcome): Promise<void> => {
  const made = new Set<string>()
  let request = given.request
  let outcome = first
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = JSON.parse(outcome.text)
    if (body.finalized === true) return
    const next = feedBack(request, body)
    created(request, next).forEach((name) => {
      expect(made.has(name) ? `${name} is made again` : name).toBe(name)
      made.add(name)
    })
    const answer = await post(given, next)
    expect(answer.code === 200 ? 200 : answer).toBe(200)
    if (answer.text === outcome.text && JSON.stringify(next) === JSON.stringify(request)) return
    request = next
    outcome = answer
  }
  throw new Error(`no fixed point within ${ROUNDS} calls; the last answer was ${outcome.text}`)
}

const created = (before: Request, after: Request): ReadonlyArray<string> => {
  const names = (request: Request) =>
    Object.entries((request['children'] ?? request['attachments'] ?? {}) as { [kind: string]: object }).flatMap(
      ([kind, children]) => Object.keys(children).map((name) => `${kind} ${name}`),
    )
  const old = new Set(names(before))
  return names(after).filter((name) => !old.has(name))
}
