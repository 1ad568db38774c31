import { faults } from './faults'
import { deletable } from './faults/oracles'
import { makeSite } from './faults/site'
import { AFTERWARDS_MS, toldWhen, within } from './limit'
import { realStage } from './stage/real'
import { clusterNumber, withEvidence, worldOfSuite } from './suite'

/** One in the suite; by hand as many as there is time for. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 1)
const ROUND_SECONDS = 600

const pattern = new RegExp(process.env['SCENARIO'] ?? '', 'i')
const chosen = faults.filter(({ name }) => pattern.test(name))

if (chosen.length === 0) it('has no fault that matches SCENARIO', () => expect(process.env['SCENARIO']).toBeTruthy())
else
  describe('in the middle of running backups', () => {
    const world = worldOfSuite(clusterNumber())

    it.each(chosen.map((fault, index) => ({ ...fault, index })))(
      '$name: no run is lost or done twice, nothing is stuck',
      async ({ name, onS3 = false, round, index }) => {
        const namespace = `fault-${index}`
        const { stage, close } = await realStage(world(), namespace)
        try {
          await withEvidence(world(), `fault ${name}`, namespace, async () => {
            const site = await makeSite(world(), stage, onS3)
            for (let done = 0; done < ROUNDS; done += 1)
              await toldWhen(`round ${done + 1}: ${name}`, () => within(ROUND_SECONDS, () => round(site, done + 1)))
            await within(ROUND_SECONDS, () => deletable(site))
          })
        } finally {
          await close()
        }
      },
      (ROUNDS + 1) * ROUND_SECONDS * 1000 + AFTERWARDS_MS,
    )
  })
