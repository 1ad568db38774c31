import { type Lab, succeeded, useLab } from './lab'
import type { MaintenanceOperation } from '../../api/mover/work-spec'
import { bootstrapOrder, created, fill, saved } from './orders'

const lab = useLab()

const OWNER = 'kopiur@kopiur-shop-main'

const maintain = async (place: Lab, more: Partial<MaintenanceOperation> = {}) => {
  const result = succeeded(
    await place.run({ maintenance: { mode: 'quick', owner: OWNER, aliases: [], takeoverPolicy: 'Never', ...more } }),
  )
  if (!('maintenance' in result)) throw new Error('no maintenance')
  return result.maintenance
}

const info = () => JSON.parse(lab().kopia('maintenance', 'info', '--json'))

describe('maintenance', () => {
  it('runs as the owner, quick and full, and measures what it freed', async () => {
    fill(lab().source, { 'a.bin': 100_000 })
    await lab().run(bootstrapOrder({ maintenanceOwner: OWNER }))
    await saved(lab(), 'run-1')
    expect(await maintain(lab())).toMatchObject({ ran: { owner: OWNER } })
    const full = await maintain(lab(), { mode: 'full' })
    expect(full).toMatchObject({ ran: { owner: OWNER, contentReclaimedBytes: 0 } })
    expect(Object.keys(info().schedule.runs)).toContain('snapshot-gc')
  })

  it('is left to another owner, which is a success and changes nothing', async () => {
    lab().kopia('repository', 'create')
    for (const takeoverPolicy of ['Never', 'PromptCondition'] as const) {
      expect(await maintain(lab(), { takeoverPolicy })).toEqual({ yielded: { holder: 'plain@plain' } })
    }
    expect(info()).toMatchObject({ owner: 'plain@plain', schedule: { runs: null } })
  })

  it('is taken by force, from an alias, and where nobody owns it', async () => {
    lab().kopia('repository', 'create')
    expect(await maintain(lab(), { takeoverPolicy: 'Force' })).toMatchObject({ ran: { owner: OWNER } })
    expect(info().owner).toBe(OWNER)
    lab().kopia('maintenance', 'set', '--owner', 'kopiur@old')
    expect(await maintain(lab(), { aliases: ['kopiur@old'] })).toMatchObject({ ran: { owner: OWNER } })
    expect(info().owner).toBe(OWNER)
  })

  it('claims a repository without an owner', async () => {
    lab().kopia('repository', 'create', '--create-only')
    expect(await maintain(lab())).toMatchObject({ ran: { owner: OWNER } })
    expect(info().owner).toBe(OWNER)
  })

  it('keeps what snapshots need', async () => {
    fill(lab().source, { 'a.bin': 100_000 })
    await created(lab())
    await saved(lab(), 'run-1')
    await maintain(lab(), { mode: 'full', takeoverPolicy: 'Force' })
    expect(() => lab().kopia('snapshot', 'verify', '--verify-files-percent', '100')).not.toThrow()
  })
})
