import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isClosed } from '../../embedded/local/jobs/job-spec'
import { seededRandom } from '../../embedded/random/random'
import { blindRestores, failedRestores, finalObjects, ofKind, resolution, slotsOf, statusOf } from './local-kill/audit'
import { buildCli, Machine, removeCli } from './local-kill/machine'
import {
  asYaml,
  manualSnapshot,
  POLICIES,
  restore,
  schedule,
  setting,
  type Folders,
  type PolicyName,
} from './local-kill/manifests'
import { Lab, PASSWORD } from './lab'

/** The whole story takes five minutes and fifty deaths: `npm run test:kill`. */
const ROUNDS = Number(process.env['KOPIUR_KILL_ROUNDS'] ?? 10)
const SEED = Number(process.env['KOPIUR_KILL_SEED'] ?? Date.now() % 1_000_000)
const BEGIN_MS = 60_000
/** Long enough for every schedule to come due once. */
const BUSY_MS = 65_000
const FINISH_MS = 300_000
jest.setTimeout(ROUNDS * 15_000 + FINISH_MS + 60_000)

const random = seededRandom(SEED)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const pick = <A>(list: ReadonlyArray<A>): A => {
  const found = list[random.integer(0, list.length - 1)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

const lab = new Lab()
const machine = new Machine(buildCli(), lab.folder)
afterAll(async () => {
  await machine.end()
  if (process.env['KOPIUR_KEEP'] === undefined) lab.remove()
  removeCli()
})

const sourceFolders = (): Folders['sources'] => {
  const folder = (name: PolicyName) => {
    const path = lab.make(`source-${name}`)
    mkdirSync(join(path, 'deep'), { recursive: true })
    Array.from({ length: 40 }, (_, index) =>
      writeFileSync(join(path, 'deep', `file-${index}`), `${name} ${index} `.repeat(5_000)),
    )
    return path
  }
  return { a: folder('a'), b: folder('b'), c: folder('c') }
}

const namesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

/** What a person might do meanwhile; the numbers make names that come once. */
const act = (round: number): void => {
  const dice = random.next()
  if (dice < 0.4) machine.command(['apply', '-f', '-'], asYaml([manualSnapshot(`manual-${round}`, pick(POLICIES))]))
  else if (dice < 0.6) machine.command(['apply', '-f', '-'], asYaml([restore(`restored-${round}`, 'a')]))
  else if (dice < 0.75) {
    const { out } = machine.command(['get', 'snapshots', '-n', 'story', '-o', 'name'])
    const names = out.split('\n').filter((name) => name !== '')
    if (names.length > 0) machine.command(['delete', pick(names), '-n', 'story', '--wait=false'])
  }
}

test(`killed at least ${ROUNDS} times at random moments (KOPIUR_KILL_SEED=${SEED}), nothing is doubled, lost or stuck`, async () => {
  const sources = sourceFolders()
  const manifests = join(lab.folder, 'setting.yaml')
  writeFileSync(manifests, asYaml(setting({ repository: lab.repository, sources }, PASSWORD)))
  machine.start('-f', manifests)
  await begun()
  const busyUntil = Date.now() + BUSY_MS
  for (let round = 1; round <= ROUNDS || Date.now() < busyUntil; round += 1) {
    writeFileSync(join(sources.c, 'changing'), `round ${round}`)
    act(round)
    await pause(random.integer(100, 6_000))
    await machine.kill()
    if (random.next() < 0.25) machine.killMovers()
    machine.start()
  }
  await pause(3_000)
  machine.command(['apply', '-f', '-'], asYaml(POLICIES.map((name) => schedule(name, true))))
  await pause(1_000)
  await machine.kill()
  const code = await machine.finish(FINISH_MS)
  expect({ code, log: code === 0 ? '' : machine.tail() }).toEqual({ code: 0, log: '' })
  check(sources)
})

/** The last object of the setting is there. */
const begun = async (): Promise<void> => {
  const end = Date.now() + BEGIN_MS
  while (!machine.command(['get', 'snapshotschedule', 'c', '-n', 'story']).ok) {
    if (Date.now() > end) throw new Error(`the setting was not applied within ${BEGIN_MS} ms:\n${machine.tail()}`)
    await pause(200)
  }
}

const check = (sources: Folders['sources']): void => {
  const entries = machine.entries()
  const objects = finalObjects(entries)
  const slots = [...slotsOf(entries)]
  expect(slots.length).toBeGreaterThanOrEqual(POLICIES.length)
  expect(slots.filter(([, fates]) => fates.length !== 1)).toEqual([])
  expect(ofKind(objects, 'Job').filter((job) => !isClosed(job))).toEqual([])
  expect(objects.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual([])
  checkRows(ofKind(objects, 'Snapshot').map((row) => ({ uid: row.metadata.uid, ...statusOf(row) })))
  expect(failedRestores(entries)).toEqual([])
  expect(blindRestores(entries)).toEqual([])
  const restored = ofKind(objects, 'Restore').filter(
    (one) => statusOf(one).phase === 'Completed' && resolution(one) !== 'NoSnapshot',
  )
  ofKind(objects, 'PersistentVolumeClaim')
    .filter(({ metadata }) => restored.some((one) => one.metadata.name === metadata.name))
    .forEach(({ metadata }) => expectSame(sources.a, join(machine.state, 'volumes', metadata.uid ?? '')))
}

interface Row {
  readonly uid: string | undefined
  readonly phase?: string
  readonly snapshot?: { readonly kopiaSnapshotID?: string }
  readonly resolved?: unknown
}

/** Each row that succeeded has its kopia snapshot, and each kopia snapshot its row; no run saved twice. */
const checkRows = (rows: ReadonlyArray<Row>): void => {
  const held: ReadonlyArray<{ readonly id: string; readonly tags?: { readonly [tag: string]: string } }> = JSON.parse(
    lab.kopia('snapshot', 'list', '--all', '--json'),
  )
  const runs = held.map(({ tags = {} }) => tags['tag:kopiur-run'])
  expect(runs.filter((run, index) => run === undefined || runs.indexOf(run) !== index)).toEqual([])
  expect(runs.filter((run) => !rows.some(({ uid }) => uid === run))).toEqual([])
  const succeeded = rows.filter(({ phase }) => phase === 'Succeeded')
  expect(succeeded.length).toBeGreaterThan(0)
  expect(succeeded.filter(({ snapshot }) => !held.some(({ id }) => id === snapshot?.kopiaSnapshotID))).toEqual([])
  expect(succeeded.filter(({ resolved }) => resolved === undefined)).toEqual([])
  expect(rows.filter(({ phase }) => !['Succeeded', 'Failed', 'Unchanged'].includes(phase ?? ''))).toEqual([])
}

const expectSame = (source: string, restored: string): void => {
  const names = namesIn(source)
  expect(namesIn(restored)).toEqual(names)
  names
    .filter((name) => name.includes('file-'))
    .forEach((name) => expect(readFileSync(join(restored, name)).equals(readFileSync(join(source, name)))).toBe(true))
}
