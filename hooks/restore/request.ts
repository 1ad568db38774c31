import * as t from 'io-ts'
import { restore } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import { objectMap } from '../../api/metacontroller/sync'

/** What the controller `restore` is asked, sync and finalize alike; its children are Jobs. */
export const restoreRequest = t.type({
  parent: restore,
  children: objectMap,
  finalizing: t.boolean,
})
export type RestoreRequest = t.TypeOf<typeof restoreRequest>

/** All observed Jobs, in the order of their names. */
export const observedJobs = ({ children }: Pick<RestoreRequest, 'children'>): ReadonlyArray<KubeObject> =>
  Object.entries(children['Job.batch/v1'] ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, job]) => job)
