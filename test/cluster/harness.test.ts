import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command'
import { engineTitle } from './engine'
import { chosenProvider } from './provider'
import { BIN, layout } from './provider/local/layout'
import { refused } from './refused'
import { clusterNumber, mustBeFree } from './suite'
import { machine, tracesOf } from './traces'
import { waitFor } from './wait'

const PROGRAM = join('dist', 'cluster.cjs')
const BUILD_MS = 5_400_000
const LIMIT_MS = 900_000

const place = layout(clusterNumber())
const number = String(place.number)

/** `make cluster-up` as a process of its own. */
const startUp = (): ChildProcess =>
  spawn(process.execPath, [PROGRAM, 'up', number], { stdio: ['ignore', 'pipe', 'inherit'] })
const down = (): Promise<string> => command(process.execPath, [PROGRAM, 'down', number])

/** Until it has printed where the kubeconfig is. Its double, if it has one, lives as long as the process. */
const untilReady = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit').then(() => undefined)
  const printed = child.stdout === null ? undefined : await Promise.race([once(child.stdout, 'data'), ended])
  expect(String(printed?.[0])).toContain(place.kubeconfig)
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const works = async (): Promise<void> => {
  const kubectl = (...args: ReadonlyArray<string>) =>
    command(join(BIN, 'kubectl'), ['--kubeconfig', place.kubeconfig, ...args])
  expect(await kubectl('get', 'nodes', '-o', 'name')).toBe(`node/${place.nodeName}\n`)
  await kubectl('-n', 'kopiur-system', 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=120s')
}

/** Ends the harness without a chance to clean up once this file is there. */
const killAt = async (file: string): Promise<void> => {
  const child = startUp()
  try {
    await waitFor(file, async () => (existsSync(join(place.run, file)) ? true : undefined), {
      limitSeconds: 300,
      everyMs: 10,
    })
  } finally {
    await end(child, 'SIGKILL')
  }
}

const suite = chosenProvider().name === 'local' ? describe : undefined

suite?.(`the local harness, on ${engineTitle()}`, () => {
  let isOurs = false
  beforeAll(async () => {
    await chosenProvider().check()
    mustBeFree(place.number)
    isOurs = true
    await command('npm', ['run', '--silent', 'build'])
    await down()
  }, BUILD_MS)
  afterAll(async () => {
    if (isOurs) await down()
  }, LIMIT_MS)

  it('says at once what is missing where nobody is root', async () => {
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, PROGRAM, 'up', number]
    expect(await refused(command('setpriv', nobody))).toContain('it needs root')
  })

  it(
    'leaves nothing behind, and works again',
    async () => {
      expect(await tracesOf(place)).toEqual([])
      const before = await machine()
      for (let round = 0; round < 2; round += 1) {
        const child = startUp()
        await untilReady(child)
        await works()
        await end(child, 'SIGTERM')
        await down()
        expect(await tracesOf(place)).toEqual([])
      }
      expect(await machine()).toEqual(before)
    },
    BUILD_MS,
  )

  it.each(['pid.init', 'started', 'complete'])(
    'works after it was killed when it had come as far as %s, and leaves nothing behind',
    async (file) => {
      const before = await machine()
      await killAt(file)
      const child = startUp()
      await untilReady(child)
      await works()
      await end(child, 'SIGTERM')
      await down()
      expect(await tracesOf(place)).toEqual([])
      expect(await machine()).toEqual(before)
    },
    LIMIT_MS,
  )
})

if (suite === undefined) it('is not this provider’s', () => expect(chosenProvider().name).not.toBe('local'))
