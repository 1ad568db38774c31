import { chosenEngine, engineTitle } from './engine'
import { installationScenarios } from './installation'
import { AFTERWARDS_MS, toldWhen, within } from './limit'
import { realStage } from './stage/real'
import { clusterNumber, withEvidence, worldOfSuite } from './suite'

const LIMIT_SECONDS = 300

const engine = chosenEngine().name
const pattern = new RegExp(process.env['SCENARIO'] ?? '', 'i')
const matching = installationScenarios.filter(({ name }) => pattern.test(name))
const chosen = matching.filter(({ only }) => only === undefined || only === engine)
const others = matching.filter((scenario) => !chosen.includes(scenario))

if (others.length > 0)
  process.stderr.write(`only with the real Metacontroller: ${others.map(({ name }) => name).join('; ')}\n`)

if (chosen.length === 0) it('has no scenario that matches SCENARIO', () => expect(process.env['SCENARIO']).toBeTruthy())
else
  describe(`the install, on ${engineTitle()}`, () => {
    const world = worldOfSuite(clusterNumber())

    it.each(chosen.map((scenario, index) => ({ ...scenario, index })))(
      '$name',
      async ({ name, play, index, limitSeconds = LIMIT_SECONDS }) => {
        const namespace = `install-${index}`
        const { stage, close } = await realStage(world(), namespace)
        try {
          await withEvidence(world(), name, namespace, () =>
            toldWhen(name, () => within(limitSeconds, () => play(world(), stage))),
          )
        } finally {
          await close()
        }
      },
      Math.max(...chosen.map(({ limitSeconds }) => limitSeconds ?? LIMIT_SECONDS)) * 1000 + AFTERWARDS_MS,
    )
  })
