import { toldWhen, within } from '../limit'
import { inPhase, listAll } from '../stage/see'
import { nothingStaged } from '../stage/staged'
import { withEvidence } from '../suite'
import type { World } from '../world'
import type { ClusterFault, Ground, OwnFault, Site } from './fault'
import { allSucceed, causeOf, deletable, noneLostOrTwice, startRuns } from './oracles'
import { beginRestore, restoreCompletes, saved } from './restores'
import { withSite } from './site'
import { everySlotOnce, settleSlots, summaryOf } from './slots'

export const ROUND_SECONDS = 600
/** Where a fault of the whole cluster finds backups. */
const groundsOf = ({ cluster }: World): ReadonlyArray<Ground> => [
  'volume',
  'S3',
  ...(cluster.volumeSnapshots === true ? (['volume and a frozen source'] as const) : []),
]

interface Told {
  readonly name: string
  readonly mayFail?: ReadonlyArray<string>
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const inRounds = async (name: string, rounds: number, round: (number: number) => Promise<void>): Promise<void> => {
  for (let done = 1; done <= rounds; done += 1)
    await toldWhen(`round ${done}: ${name}`, () => within(ROUND_SECONDS, () => round(done)))
}

/** All that failed had a reason to, each slot was decided once, and everything can be deleted. */
const endWell = async (site: Site, { name, mayFail = [] }: Told, scheduled: boolean): Promise<void> => {
  if (scheduled) {
    await settleSlots(site)
    say(`slots in ${site.stage.namespace}: ${summaryOf(await everySlotOnce(site))}: ${name}`)
  }
  await noneLostOrTwice(site)
  const causes = (await listAll(site.stage, 'Snapshot')).filter(inPhase('Failed')).map(causeOf)
  say(`failed in ${site.stage.namespace}: ${causes.length} (${[...new Set(causes)].join(', ')}): ${name}`)
  expect(causes.filter((cause) => !mayFail.includes(cause))).toEqual([])
  await deletable(site)
  await nothingStaged(site.stage)
}

export const playOwn = (world: World, fault: OwnFault, namespace: string, rounds: number): Promise<void> =>
  withSite(world, { ...fault, namespace }, (site) =>
    withEvidence(world, `fault ${fault.name}`, namespace, async () => {
      await inRounds(fault.name, rounds, (round) => fault.round(site, round))
      await within(ROUND_SECONDS, () => endWell(site, fault, fault.scheduled))
    }),
  )

/** Plays in all sites at once; each keeps its own evidence. */
const withSites = async (
  world: World,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  play: (sites: ReadonlyArray<Site>) => Promise<void>,
): Promise<void> => {
  const opened = async (sites: ReadonlyArray<Site>): Promise<void> => {
    const ground = groundsOf(world)[sites.length]
    if (ground === undefined) return play(sites)
    const own = `${namespace}-${sites.length}`
    await withSite(world, { namespace: own, ground, scheduled: true }, (site) =>
      withEvidence(world, `fault ${name} ${sites.length}`, own, () => opened([...sites, site])),
    )
  }
  await opened([])
}

export const playEverywhere = (world: World, fault: ClusterFault, namespace: string, rounds: number): Promise<void> =>
  withSites(world, { name: fault.name, namespace }, async (sites) => {
    const [first] = sites
    if (first === undefined) throw new Error('there is no site')
    const files = await saved(first)
    await inRounds(fault.name, rounds, async (round) => {
      const back = `back-${round}`
      const [started] = await Promise.all([
        Promise.all(sites.map((site) => startRuns(site, round))),
        beginRestore(first, back),
      ])
      await fault.strike(first.stage)
      await Promise.all(sites.map((site, index) => allSucceed(site, started[index] ?? [])))
      await restoreCompletes(first, back, files)
    })
    await within(ROUND_SECONDS, () => Promise.all(sites.map((site) => endWell(site, fault, true))))
  })
