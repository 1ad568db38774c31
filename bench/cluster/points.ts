import { setTimeout as sleep } from 'node:timers/promises'
import { remove } from '../../test/cluster/stage/see'
import { schedule, snapshot, together } from '../../test/cluster/stage/manifests'
import type { Stage } from '../../test/cluster/stage/stage'
import { waitFor } from '../../test/cluster/wait'
import { median, type Measure } from '../measure'
import { isWrite, requestsSince } from './audit'
import { hookCalls, callsBetween } from './hook-calls'
import { makeTerminal } from './terminal'
import { costOf, inOrder, sum, told, untilQuiet, type Cost, type Ground } from './window'
import { watchSnapshots } from './watched'

const say = (text: string): void => void process.stderr.write(`${text}\n`)

export interface Site extends Ground {
  readonly stage: Stage
}

const seconds = (samples: ReadonlyArray<number>) => samples.map((ms) => ms / 1000)
const measured = (name: string, unit: string, samples: ReadonlyArray<number>): Measure => ({
  name,
  value: median(samples),
  unit,
  samples,
})

/** One Snapshot after the other, each from rest to rest. */
export const oneByOne = async (site: Site, runs: number): Promise<ReadonlyArray<Measure>> => {
  const { stage } = site
  const watched = await watchSnapshots(stage.kube, stage.namespace)
  const walls: number[] = []
  const costs: Cost[] = []
  const untilDone: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const name = `one-${run}`
    const { cost, result } = await costOf(site, async () => {
      const manifest = snapshot(name, '', 'p-0')
      const created = Date.now()
      await stage.apply(manifest)
      return { created, succeeded: await watched.reached(name, 'Succeeded') }
    })
    walls.push(result.succeeded - result.created)
    untilDone.push(cost.work.filter(({ at }) => at <= result.succeeded).length)
    costs.push(cost)
    say(told(`Snapshot ${name}, ${result.succeeded - result.created} ms`, cost))
    if (site.sequence) say(inOrder(cost))
  }
  watched.stop()
  return [
    measured('one Snapshot: wall time to Succeeded', 's', seconds(walls)),
    measured('one Snapshot: requests to Succeeded', '', untilDone),
    measured(
      'one Snapshot: requests to rest',
      '',
      costs.map(({ work }) => work.length),
    ),
    measured(
      'one Snapshot: writes of them',
      '',
      costs.map(({ work }) => work.filter(isWrite).length),
    ),
    measured(
      'one Snapshot: hook calls',
      '',
      costs.map(({ calls }) => sum(calls)),
    ),
  ]
}

/** So many at once over all policies. */
export const burst = async (
  site: Site,
  { count, policies }: { readonly count: number; readonly policies: number },
): Promise<ReadonlyArray<Measure>> => {
  const { stage } = site
  const watched = await watchSnapshots(stage.kube, stage.namespace)
  const names = Array.from({ length: count }, (_unused, index) => `burst-${index}`)
  const { cost, result } = await costOf(site, async () => {
    const created = Date.now()
    await stage.apply(together(...names.map((name, index) => snapshot(name, '', `p-${index % policies}`))))
    const ends = await Promise.all(names.map((name) => watched.reached(name, 'Succeeded')))
    return Math.max(...ends) - created
  })
  watched.stop()
  say(told(`${count} Snapshots at once, ${result} ms`, cost))
  return [
    { name: `${count} at once over ${policies} policies: wall time`, value: result / 1000, unit: 's' },
    { name: `${count} at once: requests each`, value: cost.work.length / count, unit: '' },
    { name: `${count} at once: hook calls each`, value: sum(cost.calls) / count, unit: '' },
  ]
}

/** Nothing to do, with schedules that come next year. */
export const idle = async (
  site: Site,
  { windowSeconds, policies }: { readonly windowSeconds: number; readonly policies: number },
): Promise<ReadonlyArray<Measure>> => {
  const names = Array.from({ length: policies }, (_unused, index) => index)
  await site.stage.apply(together(...names.map((index) => schedule('17 3 1 2 *', '', `s-${index}`, `p-${index}`))))
  await untilQuiet(site.auditLog, Date.now())
  const before = await hookCalls(site.world)
  const since = Date.now()
  await sleep(windowSeconds * 1000)
  const counted = requestsSince(site.auditLog, since)
  const calls = callsBetween(before, await hookCalls(site.world))
  say(told(`idle for ${windowSeconds} s`, { ...counted, calls, quietAfterMs: 0 }))
  const perMinute = (count: number): number => (count * 60) / windowSeconds
  return [
    { name: 'idle: requests a minute', value: perMinute(counted.work.length), unit: '' },
    {
      name: 'idle: leases and health of two Metacontrollers a minute',
      value: perMinute(counted.housekeeping.length),
      unit: '',
    },
    { name: 'idle: hook calls a minute', value: perMinute(sum(calls)), unit: '' },
  ]
}

/** One Snapshot goes, and its data. */
export const deletion = async (site: Site, runs: number): Promise<ReadonlyArray<Measure>> => {
  const { stage } = site
  const watched = await watchSnapshots(stage.kube, stage.namespace)
  const walls: number[] = []
  const costs: Cost[] = []
  for (let run = 0; run < runs; run += 1) {
    const { cost, result } = await costOf(site, async () => {
      const asked = Date.now()
      await remove(stage, 'Snapshot', `one-${run}`)
      return (await watched.gone(`one-${run}`)) - asked
    })
    say(told(`deletion of one-${run}, ${result} ms`, cost))
    if (site.sequence) say(inOrder(cost))
    walls.push(result)
    costs.push(cost)
  }
  watched.stop()
  return [
    measured('deletion of one: wall time', 's', seconds(walls)),
    measured(
      'deletion of one: requests to rest',
      '',
      costs.map(({ work }) => work.length),
    ),
    measured(
      'deletion of one: hook calls',
      '',
      costs.map(({ calls }) => sum(calls)),
    ),
  ]
}

const scale = async ({ world }: Site, replicas: number): Promise<void> => {
  const { kubectl } = world
  const inNamespace = ['-n', 'metacontroller']
  await kubectl.run([...inNamespace, 'scale', 'deployment/metacontroller', `--replicas=${replicas}`])
  if (replicas === 0) await kubectl.run([...inNamespace, 'wait', '--for=delete', 'pods', '--all', '--timeout=120s'])
}

/** A new leader first waits until the lease of the old one has run out. */
const untilLed = ({ auditLog }: Site, since: number): Promise<true> =>
  waitFor(
    'a leader to look at the Snapshots',
    async () =>
      requestsSince(auditLog, since).work.some(
        ({ client, verb, resource }) =>
          client === 'metacontroller' && ['list', 'watch', 'get'].includes(verb) && resource === 'snapshots',
      )
        ? true
        : undefined,
    { limitSeconds: 120, everyMs: 1000 },
  )

/** Both Metacontrollers and all hooks start anew and find many Snapshots that have ended. */
export const restart = async (
  site: Site,
  { count, policies }: { readonly count: number; readonly policies: number },
): Promise<ReadonlyArray<Measure>> => {
  const { stage, world } = site
  await scale(site, 0)
  await makeTerminal(stage.kube, { namespace: stage.namespace, template: 'burst-0', count, policies })
  await stage.faults?.killHooks()
  await world.kubectl.run(['-n', 'kopiur-system', 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=120s'])
  const results = []
  for (const what of ['first start', 'second start']) {
    await untilQuiet(site.auditLog, Date.now())
    const since = Date.now()
    const { cost } = await costOf(site, async () => {
      await scale(site, 2)
      await world.kubectl.run(['-n', 'metacontroller', 'rollout', 'status', 'deployment/metacontroller'])
      await untilLed(site, since)
    })
    const first = cost.work[0]?.at ?? 0
    say(told(`${what} with ${count} more Snapshots that have ended`, cost))
    results.push(
      { name: `${what} with ${count} ended Snapshots more: requests`, value: cost.work.length, unit: '' },
      { name: `${what}: hook calls`, value: sum(cost.calls), unit: '' },
      {
        name: `${what}: first request to the last`,
        value: ((cost.work.at(-1)?.at ?? first) - first) / 1000,
        unit: 's',
      },
    )
    await scale(site, 0)
  }
  await scale(site, 2)
  return results
}
