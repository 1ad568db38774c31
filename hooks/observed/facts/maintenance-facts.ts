import type { Maintenance, MaintenanceStatus } from '../../../api/kinds/maintenance'
import { present } from '../../core/json/present'
import { stalledOf, type MayStall } from './stalled'

export interface MaintenanceFacts extends MayStall {
  readonly _tag: 'Maintenance'
  readonly namespace: string
  readonly name: string
  /** What the last run freed that told of it. */
  readonly reclaimedBytes?: number
}

export const maintenanceFacts = ({ metadata, status }: Maintenance): MaintenanceFacts => ({
  _tag: 'Maintenance',
  namespace: metadata.namespace ?? '',
  name: metadata.name,
  ...stalledOf(status?.conditions),
  ...present(reclaimedBy(status ?? {}), (reclaimedBytes) => ({ reclaimedBytes })),
})

/** A full run does all that a quick one does, and stamps both with one time: of the same time it is the one that ran. */
const reclaimedBy = ({ full = {}, quick = {} }: MaintenanceStatus): number | undefined => {
  const [fullBytes, quickBytes] = [full.lastContentReclaimedBytes, quick.lastContentReclaimedBytes]
  if (fullBytes === undefined || quickBytes === undefined) return fullBytes ?? quickBytes
  return (quick.lastRunAt ?? '') > (full.lastRunAt ?? '') ? quickBytes : fullBytes
}
