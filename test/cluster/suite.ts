import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chosenProvider } from './provider'
import { startWorld, stopWorld, type World, type WorldOptions } from './world'

/** From nothing everything is built first: about 20 minutes of two cores. */
const START_MS = 5_400_000
const STOP_MS = 120_000
const RESULTS = 'test-results'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Nobody's cluster is taken away. */
export const mustBeFree = (number: number): void => {
  const user = chosenProvider().user(number)
  if (user !== undefined)
    throw new Error(`process ${user} uses cluster ${number}: choose another CLUSTER_NUMBER, or end that process`)
}

/** One cluster for all tests of a file; what an earlier run may have left is taken away first. */
export const worldOfSuite = (number: number, options: Partial<WorldOptions> = {}): (() => World) => {
  let world: World | undefined
  let isOurs = false
  beforeAll(async () => {
    await chosenProvider().check()
    mustBeFree(number)
    isOurs = true
    await stopWorld(number)
    world = await startWorld({ number, say, ...options })
    say(`the suite runs on ${world.engine.name}: ${world.engine.version}`)
  }, START_MS)
  afterAll(async () => {
    world?.engine.close()
    if (isOurs) await stopWorld(number)
  }, STOP_MS)
  return () => {
    if (world === undefined) throw new Error('the cluster did not start')
    return world
  }
}

/** The cluster's number: `CLUSTER_NUMBER`, so that several people can test on one machine. */
export const clusterNumber = (): number => Number(process.env['CLUSTER_NUMBER'] ?? 9)

const HOOKS_LOG = ['-n', 'kopiur-system', 'logs', '-l', 'app.kubernetes.io/name=kopiur-hooks', '--tail=-1', '--prefix']

const evidenceOf = (name: string): string => join(RESULTS, name.replaceAll(/\W+/g, '-'))

/** What a person would look at, kept in `test-results/`: objects, events, logs of the namespace's pods, hooks, engine. */
const keepEvidence = async ({ kubectl, engine }: World, name: string, namespace: string): Promise<void> => {
  const folder = evidenceOf(name)
  mkdirSync(folder, { recursive: true })
  const keep = (file: string, text: Promise<string>): Promise<void> =>
    text.catch(String).then((seen) => writeFileSync(join(folder, file), seen))
  const inNamespace = (...args: ReadonlyArray<string>) => kubectl.run(['-n', namespace, ...args])
  await keep('objects.yaml', inNamespace('get', 'kopiur,jobs,pods,pvc', '-o', 'yaml'))
  await keep('events.txt', inNamespace('get', 'events', '--sort-by=.lastTimestamp'))
  await keep('pods.log', inNamespace('logs', '-l', 'batch.kubernetes.io/job-name', '--tail=-1', '--prefix'))
  await keep('cluster.yaml', kubectl.run(['get', 'clusterrepositories,cc,dec', '-o', 'yaml']))
  await keep('hooks.log', kubectl.run(HOOKS_LOG))
  await keep('engine.log', engine.log())
}

/** Runs it; when it fails its evidence is kept before anything is taken down. */
export const withEvidence = async (
  world: World,
  name: string,
  namespace: string,
  play: () => Promise<void>,
): Promise<void> => {
  rmSync(evidenceOf(name), { recursive: true, force: true })
  try {
    await play()
  } catch (error) {
    await keepEvidence(world, name, namespace)
    throw error
  }
}
