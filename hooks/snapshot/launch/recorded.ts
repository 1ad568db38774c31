import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import { mergeSecurityContexts, MOVER_UID, type MoverLayer } from '../../core/mover-job'

export type Recorded = NonNullable<SnapshotStatus['recorded']>

/** Whom the mover reads as, kept with the data so that a restore can write as the same. */
export const recordedIdentity = (layers: ReadonlyArray<MoverLayer>, isInherited: boolean): Recorded => {
  const { container, pod } = mergeSecurityContexts(layers)
  const uid = container['runAsUser'] ?? pod['runAsUser']
  const gid = container['runAsGroup'] ?? pod['runAsGroup']
  const fsGroup = pod['fsGroup']
  const explicit = typeof uid === 'number' || typeof gid === 'number' || fsGroup !== MOVER_UID
  return {
    schema: 1,
    src: isInherited ? 'inherited' : explicit ? 'explicit' : 'defaults',
    uid: typeof uid === 'number' ? uid : MOVER_UID,
    gid: typeof gid === 'number' ? gid : MOVER_UID,
    ...(typeof fsGroup === 'number' ? { fsGroup } : {}),
  }
}
