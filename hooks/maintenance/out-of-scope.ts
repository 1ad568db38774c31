import type { MaintenanceStatus } from '../../api/kinds/maintenance'
import { readyTriple, setConditions } from '../core/conditions'
import type { Scene } from './scene'

/** Said of a Maintenance that this installation does not act on. */
export const outOfScope = ({ maintenance: { metadata, status }, settings, now }: Scene): MaintenanceStatus => ({
  ...status,
  conditions: setConditions(
    status?.conditions,
    readyTriple('Stalled', 'OutOfScope', `This installation acts on namespace ${settings.onlyNamespace ?? ''} only.`),
    now,
    metadata.generation,
  ),
})
