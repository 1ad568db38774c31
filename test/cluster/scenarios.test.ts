import { engineTitle } from './engine'
import { AFTERWARDS_MS, toldWhen, within } from './limit'
import { chosenScenarios, limitOf } from './scenarios'
import type { Scenario } from './stage/stage'
import { sideBySide } from './side-by-side'
import { realStage } from './stage/real'
import { clusterNumber, withEvidence, worldOfSuite } from './suite'
import type { World } from './world'

/** How many play at once in the one cluster, each in a namespace of its own. */
const AT_ONCE = Number(process.env['SCENARIOS_AT_ONCE'] ?? 4)

/** Those that may take long begin first. */
const chosen = [...chosenScenarios('real')].sort((a, b) => limitOf(b) - limitOf(a))

const playIn = async (world: World, scenario: Scenario, namespace: string): Promise<void> => {
  const { stage, close } = await realStage(world, namespace)
  try {
    await withEvidence(world, scenario.name, namespace, () =>
      toldWhen(scenario.name, () => within(limitOf(scenario), () => scenario.play(stage))),
    )
  } finally {
    await close()
  }
}

if (chosen.length === 0) it('has no scenario that matches SCENARIO', () => expect(process.env['SCENARIO']).toBeTruthy())
else
  describe(`in a real cluster, on ${engineTitle()}`, () => {
    const world = worldOfSuite(clusterNumber())
    let outcomes: ReadonlyArray<Promise<void>> = []
    beforeAll(() => {
      const stories = chosen.map((scenario, index) => () => playIn(world(), scenario, `scenario-${index}`))
      outcomes = sideBySide(stories, AT_ONCE)
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
  })
