import { boolean, enumeration, nullable, object, string, withDefault } from '../../../schema'
import { backend } from '../backend'
import { moverDefaults } from '../mover-defaults'
import { bootstrap } from './bootstrap'
import { catalog } from './catalog'
import { concurrency } from './concurrency'
import { create } from './create'
import { deletionProtection } from './deletion-protection'
import { health } from './health'
import { identityDefaults } from './identity-defaults'
import { managedMaintenance } from './managed-maintenance'
import { parameters } from './parameters'
import { scheduleDefaults } from './schedule-defaults'
import { seed } from './seed'

const passwordSecretRef = object({ name: string }, { key: nullable(string), namespace: nullable(string) })

/** Fields that Repository and ClusterRepository have in common. */
export const requiredSpec = { backend, encryption: object({ passwordSecretRef }) }

export const optionalSpec = {
  bootstrap: nullable(bootstrap),
  catalog: nullable(catalog),
  concurrency: nullable(concurrency),
  create: nullable(create),
  deletionProtection: nullable(deletionProtection),
  health: nullable(health),
  identityDefaults: nullable(identityDefaults),
  maintenance: nullable(managedMaintenance),
  mode: withDefault(enumeration('ReadWrite', 'ReadOnly'), 'ReadWrite'),
  moverDefaults: nullable(moverDefaults),
  onNamespaceDelete: withDefault(enumeration('Orphan', 'Delete'), 'Orphan'),
  parameters: nullable(parameters),
  scheduleDefaults: nullable(scheduleDefaults),
  seed: nullable(seed),
  suspend: boolean,
}
