import { engineTitle } from './engine'
import { toldWhen, within } from './limit'
import { chosenScenarios, limitOf } from './scenarios'
import type { Scenario } from './stage/stage'
import { testSideBySide } from './side-by-side'
import { realStage } from './stage/real'
import { clusterNumber, withEvidence, worldOfSuite } from './suite'
import type { World } from './world'

/** In the one cluster, in a namespace of its own. */
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

const chosen = chosenScenarios('real')

if (chosen.length === 0) it('has no scenario that matches SCENARIO', () => expect(process.env['SCENARIO']).toBeTruthy())
else
  describe(`in a real cluster, on ${engineTitle()}`, () => {
    const world = worldOfSuite(clusterNumber(), { volumeSnapshots: true })
    testSideBySide(chosen, (scenario, index) => playIn(world(), scenario, `scenario-${index}`))
  })
