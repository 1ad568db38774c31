import type { KubeClient } from '../../../api/kubernetes/client'
import { ok, refuse, type Reply } from '../reply'
import { admit } from './admit'
import { admissionReview, reviewAnswer } from './review'

/** Path of the validating webhook: the rules that a schema and CEL cannot say. */
export const ADMISSION_PATH = '/admission'

export const answerAdmission = async (kube: KubeClient, body: unknown): Promise<Reply> => {
  const decoded = admissionReview.decode(body)
  if (decoded._tag === 'Left') return refuse(400, 'the body is no admission.k8s.io/v1 AdmissionReview')
  return ok(reviewAnswer(decoded.right.request.uid, await admit(kube, decoded.right)))
}
