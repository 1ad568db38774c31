import { AFTERWARDS_MS, toldWhen, within } from './limit'
import { chosenScenarios, limitOf } from './scenarios'
import { realStage } from './stage/real'
import { clusterNumber, withEvidence, worldOfSuite } from './suite'

const chosen = chosenScenarios('real')

if (chosen.length === 0) it('has no scenario that matches SCENARIO', () => expect(process.env['SCENARIO']).toBeTruthy())
else
  describe('in a real cluster', () => {
    const world = worldOfSuite(clusterNumber())

    chosen.forEach((scenario, index) =>
      it(
        scenario.name,
        async () => {
          const namespace = `scenario-${index}`
          const { stage, close } = await realStage(world(), namespace)
          try {
            await withEvidence(world(), scenario.name, namespace, () =>
              toldWhen(scenario.name, () => within(limitOf(scenario), () => scenario.play(stage))),
            )
          } finally {
            await close()
          }
        },
        limitOf(scenario) * 1000 + AFTERWARDS_MS,
      ),
    )
  })
