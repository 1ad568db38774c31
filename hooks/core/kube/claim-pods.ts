import * as t from 'io-ts'
import { objectMeta } from '../../../api/kubernetes/object'
import type { Need } from '../../need'

/** The part of a pod that tells which claims it uses, and where. */
export const claimPod = t.intersection([
  t.type({ metadata: objectMeta }),
  t.partial({
    spec: t.partial({
      nodeName: t.string,
      tolerations: t.array(t.UnknownRecord),
      volumes: t.array(t.partial({ persistentVolumeClaim: t.type({ claimName: t.string }) })),
    }),
    status: t.partial({ phase: t.string }),
  }),
])
export type ClaimPod = t.TypeOf<typeof claimPod>

/** Pods cannot be selected by claim: this reads those of one namespace. */
export const podsOfNamespace = (namespace: string): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace,
  labelSelector: {},
})

/** Whether nothing of a pod runs any more, and nothing will. */
export const podEnded = ({ status }: { readonly status?: { readonly phase?: string } }): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Whether a pod that has not ended mounts the claim. */
export const usesClaim =
  (claim: string) =>
  (pod: ClaimPod): boolean =>
    !podEnded(pod) &&
    (pod.spec?.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === claim)
