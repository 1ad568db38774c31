import { isRight } from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { refOf } from '../../../embedded/api/kind-definition'
import type { Store } from '../../../embedded/api/store'

/** Keeps a deleted pod until its kubelet says that the process has ended. */
const KUBELET = 'model.example.com/kubelet'

export type PodEnd = 'Succeeded' | 'Failed'

interface Templated {
  readonly template?: {
    readonly metadata?: { readonly labels?: { readonly [key: string]: string } }
    readonly spec?: object
  }
}

/** The pod of one attempt of a Job, running. */
export const createPod = (store: Store, job: KubeObject, attempt: number): KubeObject | undefined => {
  const { metadata, apiVersion, kind } = job
  const { template } = job['spec'] as Templated
  const owner = {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  }
  const created = store.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${metadata.name}-${(metadata.uid ?? '').slice(0, 5)}-${attempt}`,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels: { ...template?.metadata?.labels, 'batch.kubernetes.io/job-name': metadata.name },
      finalizers: [KUBELET],
      ownerReferences: [owner],
    },
    spec: { ...template?.spec },
  })
  if (!isRight(created)) return undefined
  setPhase(store, created.right, 'Running')
  return created.right
}

export const isDying = (store: Store, pod: KubeObject): boolean => {
  const found = store.get(refOf(pod))
  return !isRight(found) || found.right.metadata.deletionTimestamp !== undefined
}

/** The process has ended; a pod that was deleted meanwhile goes. */
export const endPod = (store: Store, pod: KubeObject, end: PodEnd): void => {
  setPhase(store, pod, end)
  const found = store.get(refOf(pod))
  if (isRight(found))
    store.patch(refOf(pod), {
      type: 'merge',
      body: { metadata: { finalizers: (found.right.metadata.finalizers ?? []).filter((name) => name !== KUBELET) } },
    })
}

const setPhase = (store: Store, pod: KubeObject, phase: string): void => {
  store.patch(refOf(pod), { type: 'merge', subresource: 'status', body: { status: { phase } } })
}
