import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chosenScenarios } from './scenarios'
import { realStage } from './stage/real'
import { startWorld, stopWorld, type World } from './world'

const NUMBER = Number(process.env['CLUSTER_NUMBER'] ?? 9)
const START_MS = 3_600_000

let world: World

beforeAll(async () => {
  await stopWorld(NUMBER)
  world = await startWorld({ number: NUMBER, say: (line) => void process.stderr.write(`${line}\n`) })
  process.stderr.write(`scenarios run on ${world.engine.name}: ${world.engine.version}\n`)
}, START_MS)

afterAll(async () => stopWorld(NUMBER), 120_000)

/** What a person would look at: objects, events and logs, kept in `test-results/`. */
const keepEvidence = async (name: string, namespace: string): Promise<void> => {
  const folder = join('test-results', name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  const look = async (file: string, args: ReadonlyArray<string>): Promise<void> =>
    writeFileSync(join(folder, file), await world.kubectl.run(args).catch(String))
  await look('objects.yaml', ['-n', namespace, 'get', 'kopiur,jobs,pods,pvc', '-o', 'yaml'])
  await look('events.txt', ['-n', namespace, 'get', 'events', '--sort-by=.lastTimestamp'])
  await look('hooks.log', [
    '-n',
    'kopiur-system',
    'logs',
    '-l',
    'app.kubernetes.io/name=kopiur-hooks',
    '--tail=-1',
    '--prefix',
  ])
  await look('metacontroller.log', [
    '-n',
    'metacontroller',
    'logs',
    '-l',
    'app.kubernetes.io/name=metacontroller',
    '--tail=2000',
    '--prefix',
  ])
}

describe('in a real cluster', () => {
  const chosen = chosenScenarios('real')

  it('there is something to show', () => expect(chosen.length).toBeGreaterThan(0))

  chosen.forEach((scenario, index) =>
    it(
      scenario.name,
      async () => {
        const namespace = `scenario-${index}`
        const { stage, close } = await realStage(world, namespace)
        try {
          await scenario.play(stage)
        } catch (error) {
          await keepEvidence(scenario.name, namespace)
          throw error
        } finally {
          await close()
        }
      },
      (scenario.limitSeconds ?? 180) * 1000,
    ),
  )
})
