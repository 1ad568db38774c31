import { toldWhen, within } from '../cluster/limit'
import { chosenScenarios, limitOf } from '../cluster/scenarios'
import { testSideBySide } from '../cluster/side-by-side'
import { embeddedStage } from '../cluster/stage/embedded'
import type { Scenario } from '../cluster/stage/stage'

/** In a cluster of its own. */
const playIn = async (scenario: Scenario, namespace: string): Promise<void> => {
  const { stage, close } = await embeddedStage(namespace)
  try {
    await toldWhen(scenario.name, () => within(limitOf(scenario), () => scenario.play(stage)))
  } finally {
    await close()
  }
}

describe('in the embedded cluster', () => {
  const chosen = chosenScenarios('embedded')

  it('there is something to show', () => expect(chosen.length).toBeGreaterThan(0))

  testSideBySide(chosen, (scenario, index) => playIn(scenario, `scenario-${index}`))
})
