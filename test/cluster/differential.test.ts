import { describeDifferences } from './differential/differences'
import { record } from './differential/recorder'
import type { Story } from './differential/story'
import { chosenEngine } from './engine'
import { AFTERWARDS_MS, toldWhen, within } from './limit'
import { chosenScenarios, limitOf } from './scenarios'
import { clientOf, realStage } from './stage/real'
import type { Scenario } from './stage/stage'
import { clusterNumber, worldOfSuite } from './suite'
import type { World } from './world'

/** How often a scenario is played on both engines before a difference counts as one. */
const ROUNDS = Number(process.env['DIFFERENTIAL_ROUNDS'] ?? 4)
const QUIET_MS = 120_000
/** What these do depends on the minute in which they begin. */
const WALL_CLOCK = /each minute/

const chosen = chosenScenarios('real').filter(({ name }) => !WALL_CLOCK.test(name))
const numbers = {
  real: clusterNumber(),
  double: Number(process.env['SECOND_CLUSTER_NUMBER'] ?? (clusterNumber() + 9) % 10),
}

const storyOn = async (world: World, scenario: Scenario, namespace: string): Promise<Story> => {
  const { stage, close } = await realStage(world, namespace)
  try {
    const recorder = await record(await clientOf(world), namespace)
    const name = `${scenario.name} (${world.engine.name})`
    await toldWhen(name, () => within(limitOf(scenario), () => scenario.play(stage)))
    return await recorder.end()
  } finally {
    await close()
  }
}

describe('on the real Metacontroller and on the double every object has the same life', () => {
  const real = worldOfSuite(numbers.real, { engine: chosenEngine('metacontroller'), volumeSnapshots: true })
  const double = worldOfSuite(numbers.double, { engine: chosenEngine('double'), volumeSnapshots: true })

  it('there is something to play', () => expect(chosen.length).toBeGreaterThan(0))

  chosen.forEach((scenario, index) =>
    it(
      scenario.name,
      async () => {
        const stories: { readonly real: Story[]; readonly double: Story[] } = { real: [], double: [] }
        for (let round = 0; round === 0 || (round < ROUNDS && describeDifferences(stories) !== ''); round += 1) {
          // One namespace name on both sides, so that names that follow from it are the same.
          const namespace = `story-${index}-${round}`
          const both = [storyOn(real(), scenario, namespace), storyOn(double(), scenario, namespace)] as const
          const [onReal, onDouble] = await Promise.all(both)
          stories.real.push(onReal)
          stories.double.push(onDouble)
        }
        const differences = describeDifferences(stories)
        process.stderr.write(`${stories.real.length} rounds: ${scenario.name}\n${differences}\n`)
        expect(differences).toBe('')
      },
      ROUNDS * (limitOf(scenario) * 1000 + AFTERWARDS_MS + QUIET_MS),
    ),
  )
})
