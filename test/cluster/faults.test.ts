import { engineTitle } from './engine'
import { clusterFaults, ownFaults } from './faults'
import { playEverywhere, playOwn, ROUND_SECONDS } from './faults/play'
import { AFTERWARDS_MS } from './limit'
import { sideBySide } from './side-by-side'
import { clusterNumber, worldOfSuite } from './suite'

/** One in the suite; by hand as many as there is time for. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 1)
/** How many faults that touch only their own objects are played at once. */
const AT_ONCE = Number(process.env['FAULTS_AT_ONCE'] ?? 4)
const LIMIT_MS = (ROUNDS + 2) * ROUND_SECONDS * 1000 + AFTERWARDS_MS

const pattern = new RegExp(process.env['SCENARIO'] ?? '', 'i')
const isChosen = ({ name }: { readonly name: string }): boolean => pattern.test(name)
const own = ownFaults.filter(isChosen)
const everywhere = clusterFaults.filter(isChosen)

if (own.length + everywhere.length === 0)
  it('has no fault that matches SCENARIO', () => expect(process.env['SCENARIO']).toBeTruthy())
else
  describe(`on ${engineTitle()}, in the middle of running backups, no run or slot is lost or done twice, nothing is stuck when`, () => {
    const world = worldOfSuite(clusterNumber(), { volumeSnapshots: true })
    let outcomes: ReadonlyArray<Promise<void>> = []
    beforeAll(() => {
      const stories = own.map((fault, index) => () => playOwn(world(), fault, `fault-${index}`, ROUNDS))
      outcomes = sideBySide(stories, AT_ONCE)
    })

    own.forEach(({ name }, index) =>
      it(
        name,
        async () => {
          expect(outcomes[index]).toBeInstanceOf(Promise)
          await outcomes[index]
        },
        LIMIT_MS,
      ),
    )

    // What strikes the whole cluster strikes alone.
    everywhere.forEach((fault, index) =>
      it(fault.name, () => playEverywhere(world(), fault, `everywhere-${index}`, ROUNDS), LIMIT_MS),
    )
  })
