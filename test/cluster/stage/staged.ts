import * as E from 'fp-ts/Either'
import { waitFor } from '../wait'
import type { KubeObject, Stage } from './stage'

export const SNAPSHOT_API = 'snapshot.storage.k8s.io/v1'

/** All objects of a kind in the namespace of the stage; of one that is not served there are none. */
export const listed = async (stage: Stage, apiVersion: string, kind: string): Promise<ReadonlyArray<KubeObject>> => {
  const found = await stage.kube.list({ apiVersion, kind, namespace: stage.namespace })()
  if (E.isRight(found)) return found.right.items
  if (found.left.reason === 'NotFound') return []
  throw new Error(found.left.message)
}

/** Neither claim nor volume snapshot that was made for a run is left in the namespace. */
export const nothingStaged = (stage: Stage): Promise<true> =>
  waitFor(
    'what was staged to go',
    async () => {
      const claims = await listed(stage, 'v1', 'PersistentVolumeClaim')
      const copies = claims.filter(({ metadata }) => metadata.name.endsWith('-src'))
      return copies.length + (await listed(stage, SNAPSHOT_API, 'VolumeSnapshot')).length === 0 ? true : undefined
    },
    { limitSeconds: 120, everyMs: 250 },
  )
