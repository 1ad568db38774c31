import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { policyDocument } from '../../mover/kopia/policy'
import { type Measure, median } from '../measure'
import {
  kopia,
  makePlace,
  moverEnvironment,
  type Place,
  plainEnvironment,
  plainFlags,
  snapshotOperation,
  where,
} from './place'

const seconds = async (work: () => Promise<void> | void): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

type Plain = { readonly all: number; readonly snapshotAlone: number }

/** The same backup by hand: connect, give the source its policy, take the snapshot. */
const plain = async (place: Place, source: string): Promise<Plain> => {
  const env = plainEnvironment(place)
  const call = (args: ReadonlyArray<string>, input = '') =>
    seconds(() => {
      execFileSync(kopia, [...args, ...plainFlags], { env, input, stdio: ['pipe', 'ignore', 'ignore'] })
    })
  const connecting = await call(['repository', 'connect', ...where(place)])
  const policy = await call(['policy', 'import'], JSON.stringify({ 'bench@bench:/data': policyDocument({}) }))
  const create = ['snapshot', 'create', source, '--json', '--override-source', 'bench@bench:/data']
  const snapshotAlone = await call(create)
  return { all: connecting + policy + snapshotAlone, snapshotAlone }
}

const highWater = (pid: number | undefined): number => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

// The kernel keeps the peak; looking more often would take from the mover the time that is measured.
const WATCH_MS = 250

export type MoverRun = { readonly seconds: number; readonly peakMiB: number }

/** Runs one mover to its end, and watches the memory of its Node process. */
export const runMover = async (program: string, env: NodeJS.ProcessEnv): Promise<MoverRun> => {
  let peakMiB = 0
  const took = await seconds(
    () =>
      new Promise((resolve, reject) => {
        const mover = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
        const watch = setInterval(() => (peakMiB = Math.max(peakMiB, highWater(mover.pid))), WATCH_MS)
        mover.on('error', reject)
        mover.on('close', (code) => {
          clearInterval(watch)
          if (code === 0) resolve()
          else reject(new Error(`the mover ended with exit code ${code}`))
        })
      }),
  )
  return { seconds: took, peakMiB }
}

type Pair = { readonly plain: Plain; readonly mover: MoverRun }

const inPlace = async <A>(work: (place: Place) => Promise<A>): Promise<A> => {
  const place = makePlace()
  // Pages that an earlier run still has to write would be charged to this one.
  execFileSync('sync')
  try {
    return await work(place)
  } finally {
    place.remove()
  }
}

const pair = async (program: string, source: string, number: number): Promise<Pair> => {
  const byMover = () =>
    inPlace((place) => runMover(program, moverEnvironment(place, source, snapshotOperation(`run-${number}`))))
  const byPlain = () => inPlace((place) => plain(place, source))
  // Which one comes first alternates, so that a machine that slows down favours neither.
  if (number % 2 === 0) return { plain: await byPlain(), mover: await byMover() }
  const mover = await byMover()
  return { plain: await byPlain(), mover }
}

/** Paired first backups of the same files into fresh repositories, by plain kopia and by the mover. */
export const overhead = async (program: string, source: string, pairs: number): Promise<ReadonlyArray<Measure>> => {
  const runs: Pair[] = []
  for (let number = 0; number < pairs; number += 1) runs.push(await pair(program, source, number))
  const ratios = runs.map(({ plain: { all }, mover }) => mover.seconds / all)
  const alone = runs.map(({ plain: { snapshotAlone }, mover }) => mover.seconds / snapshotAlone)
  const peaks = runs.map(({ mover }) => mover.peakMiB)
  const took = (values: ReadonlyArray<number>) => ({ value: median(values), samples: values })
  return [
    { name: 'plain kopia: connect, policy, snapshot', unit: 's', ...took(runs.map(({ plain: { all } }) => all)) },
    { name: 'mover: the whole process', unit: 's', ...took(runs.map(({ mover }) => mover.seconds)) },
    { name: 'mover / plain kopia, median of pairs', unit: '', limit: 1.05, ...took(ratios) },
    { name: 'mover / kopia snapshot create alone', unit: '', ...took(alone) },
    { name: 'peak memory of the mover (Node)', unit: 'MiB', limit: 100, value: Math.max(...peaks), samples: peaks },
  ]
}
