import * as t from 'io-ts'
import { kubeObject } from '../../../api/kubernetes/object'

/** The part of an `admission.k8s.io/v1` AdmissionReview that decides. */
export const admissionReview = t.type({
  apiVersion: t.literal('admission.k8s.io/v1'),
  kind: t.literal('AdmissionReview'),
  request: t.intersection([
    t.type({ uid: t.string, operation: t.string, kind: t.type({ kind: t.string }) }),
    t.partial({ object: t.union([kubeObject, t.null]), oldObject: t.union([kubeObject, t.null]) }),
  ]),
})
export type AdmissionReview = t.TypeOf<typeof admissionReview>

export interface AdmissionAnswer {
  readonly allowed: boolean
  readonly message?: string
  readonly warnings: ReadonlyArray<string>
}

/** The API server cuts warnings at 256 characters in all headers; what is longer is shortened here, at a word. */
const MAX_WARNING = 250

const shorten = (text: string): string =>
  text.length <= MAX_WARNING ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_WARNING - 1))}…`

export const reviewAnswer = (uid: string, { allowed, message, warnings }: AdmissionAnswer): object => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  response: {
    uid,
    allowed,
    ...(message === undefined ? {} : { status: { code: 422, reason: 'Invalid', message } }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map(shorten) }),
  },
})
