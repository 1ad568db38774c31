import { conditionOf, eventually, inPhase } from '../stage/see'
import type { OwnFault } from './fault'
import { allSucceed, ended, noneLostOrTwice, outcomeOf, PATIENCE_SECONDS, startRuns } from './oracles'

/** What runs fails with the next step and loses nothing; once there is room again, the next run succeeds. */
export const fullVolume: OwnFault = {
  name: 'the repository volume is full',
  ground: 'small volume',
  scheduled: true,
  mayFail: ['NoSpace'],
  round: async (site, round) => {
    const { stage, volume } = site
    const names = await startRuns(site, round)
    await volume?.fill()
    const rows = await ended(site, names)
    await volume?.makeRoom()
    const failed = rows.filter(inPhase('Failed'))
    expect(failed.map(outcomeOf)).toEqual(failed.map(({ metadata }) => `${metadata.name} Failed NoSpace`))
    expect(failed.length).toBeGreaterThan(0)
    for (const row of failed) expect(conditionOf(row, 'Ready')?.message).toMatch(/no space left; enlarge/)
    await noneLostOrTwice(site)
    await eventually(stage, 'Repository', 'store', inPhase('Ready'), PATIENCE_SECONDS)
    await allSucceed(site, await startRuns(site, round + 1000))
  },
}
