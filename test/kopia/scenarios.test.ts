import { chosenScenarios } from '../cluster/scenarios'
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
          await scenario.play(stage)
        } finally {
          await close()
        }
      },
      (scenario.limitSeconds ?? 180) * 1000,
    ),
  )
})
