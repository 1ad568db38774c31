import * as t from 'io-ts'
import { objectMeta } from '../../../api/kubernetes/object'

/** The part of a PersistentVolumeClaim that a restore looks at. */
export const persistentVolumeClaim = t.intersection([
  t.type({ apiVersion: t.literal('v1'), kind: t.literal('PersistentVolumeClaim'), metadata: objectMeta }),
  t.partial({
    spec: t.partial({
      accessModes: t.array(t.string),
      storageClassName: t.string,
      volumeName: t.string,
    }),
    status: t.partial({ phase: t.string }),
  }),
])
export type PersistentVolumeClaim = t.TypeOf<typeof persistentVolumeClaim>

/** Only one node can mount it at a time. */
export const isSingleNode = ({ spec }: PersistentVolumeClaim): boolean =>
  (spec?.accessModes ?? []).every((mode) => mode === 'ReadWriteOnce' || mode === 'ReadWriteOncePod')

/** Only one pod can mount it at a time. */
export const isSinglePod = ({ spec }: PersistentVolumeClaim): boolean =>
  (spec?.accessModes ?? []).includes('ReadWriteOncePod')
