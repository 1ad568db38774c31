import { AFTERWARDS_MS, toldWhen, within } from '../cluster/limit'
import { chosenScenarios, limitOf } from '../cluster/scenarios'
import { embeddedStage } from '../cluster/stage/embedded'

describe('in the embedded cluster', () => {
  const chosen = chosenScenarios('embedded')

  it('there is something to show', () => expect(chosen.length).toBeGreaterThan(0))

  chosen.forEach((scenario, index) =>
    it(
      scenario.name,
      async () => {
        const { stage, close } = await embeddedStage(`scenario-${index}`)
        try {
          await toldWhen(scenario.name, () => within(limitOf(scenario), () => scenario.play(stage)))
        } finally {
          await close()
        }
      },
      limitOf(scenario) * 1000 + AFTERWARDS_MS,
    ),
  )
})
