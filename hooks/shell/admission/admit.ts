import * as E from 'fp-ts/Either'
import { isKindName, type KindName } from '../../../api/kinds'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { validate, type Verdict } from '../../../api/validation'
import { Known } from './known'
import type { AdmissionAnswer, AdmissionReview } from './review'

/** Rules look at most this deep into other objects. */
const ROUNDS = 5

const ALLOWED: AdmissionAnswer = { allowed: true, warnings: [] }

const answerOf = ({ errors, warnings }: Verdict): AdmissionAnswer => ({
  allowed: errors.length === 0,
  warnings,
  ...(errors.length === 0
    ? {}
    : { message: errors.map(({ field, message }) => `${field === '' ? '' : `${field}: `}${message}`).join('; ') }),
})

const judge = async (
  kube: KubeClient,
  kind: KindName,
  object: KubeObject,
  old: KubeObject | undefined,
): Promise<AdmissionAnswer> => {
  const known = new Known()
  for (let round = 0; round < ROUNDS; round += 1) {
    const verdict = validate(kind)(object, old, known.surroundings())
    const learnt = await known.learn(kube)
    if (E.isLeft(learnt))
      return { allowed: false, warnings: [], message: `cannot be checked now: ${learnt.left.message}; try again` }
    if (!learnt.right) return answerOf(verdict)
  }
  return answerOf(validate(kind)(object, old, known.surroundings()))
}

/**
 * What the webhook says of one change. Deletions, dying objects and other kinds pass: nothing here may keep a finalizer
 * on. What cannot be checked is refused with the reason.
 */
export const admit = (kube: KubeClient, { request }: AdmissionReview): Promise<AdmissionAnswer> => {
  const { object, oldObject, kind, operation } = request
  const passes =
    object === undefined ||
    object === null ||
    !['CREATE', 'UPDATE'].includes(operation) ||
    object.metadata.deletionTimestamp !== undefined ||
    !isKindName(kind.kind)
  return passes || !isKindName(kind.kind)
    ? Promise.resolve(ALLOWED)
    : judge(kube, kind.kind, object, oldObject ?? undefined)
}
