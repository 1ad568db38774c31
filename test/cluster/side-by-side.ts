import type { Scenario } from './stage/stage'
import { AFTERWARDS_MS } from './limit'
import { limitOf } from './scenarios'

/**
 * Plays the stories in their order, at most `width` at a time: most of their time is waiting. A test that awaits the outcomes in order never waits
 * for a story that has not begun.
 */
export const sideBySide = (
  stories: ReadonlyArray<() => Promise<void>>,
  width: number,
): ReadonlyArray<Promise<void>> => {
  const queue: Array<() => void> = []
  let free = width
  const turn = (): Promise<void> =>
    new Promise((begin) => {
      if (free === 0) return void queue.push(begin)
      free -= 1
      begin()
    })
  const leave = (): void => {
    const next = queue.shift()
    if (next === undefined) free += 1
    else next()
  }
  return stories.map((story) => {
    const outcome = turn().then(story).finally(leave)
    // A failure is told by the test of its story, which may not wait for it yet.
    outcome.catch(() => undefined)
    return outcome
  })
}

/**
 * One test for each scenario, to be called inside `describe`: from its beginning they play, those that may take long
 * first. How many at once: SCENARIOS_AT_ONCE.
 */
export const testSideBySide = (
  scenarios: ReadonlyArray<Scenario>,
  play: (scenario: Scenario, index: number) => Promise<void>,
): void => {
  const chosen = [...scenarios].sort((a, b) => limitOf(b) - limitOf(a))
  let outcomes: ReadonlyArray<Promise<void>> = []
  beforeAll(() => {
    outcomes = sideBySide(
      chosen.map((scenario, index) => () => play(scenario, index)),
      AT_ONCE,
    )
  })
  chosen.forEach((scenario, index) =>
    it(
      scenario.name,
      async () => {
        expect(outcomes[index]).toBeInstanceOf(Promise)
        await outcomes[index]
      },
      limitOf(scenario) * 1000 + AFTERWARDS_MS,
    ),
  )
}

const AT_ONCE = Number(process.env['SCENARIOS_AT_ONCE'] ?? 4)
