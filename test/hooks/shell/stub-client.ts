import * as TE from 'fp-ts/TaskEither'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'

export const kubeError = (reason: KubeError['reason'], code: number): KubeError => ({
  reason,
  code,
  message: `${reason} as told`,
})

/** A client that fails every call the test did not give. */
export const stubClient = (parts: Partial<KubeClient> = {}): KubeClient => {
  const unexpected = TE.left(kubeError('Unavailable', 0))
  return {
    get: () => unexpected,
    list: () => unexpected,
    create: () => unexpected,
    update: () => unexpected,
    updateStatus: () => unexpected,
    patch: () => unexpected,
    remove: () => unexpected,
    watch: () => () => undefined,
    ...parts,
  }
}
