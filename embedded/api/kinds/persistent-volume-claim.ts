import type { JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject } from '../../../api/kubernetes/object'
import { equalJson } from '../canonical'
import { isArray, isObject } from '../json-shape'
import { canonicalQuantities } from '../quantity'
import { forbidden, required, type FieldError } from '../schema/field-error'
import { protectedAtBirth } from './protection'

const specOf = (claim: KubeObject | undefined): JsonObject => (isObject(claim?.['spec']) ? claim['spec'] : {})

/** Put on every new claim, and taken off a dying one when nothing uses it any more. */
export const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection'

export const claimDefaults = (claim: KubeObject): KubeObject => {
  const spec = specOf(claim)
  return {
    ...protectedAtBirth(claim, CLAIM_PROTECTION),
    spec: {
      ...spec,
      volumeMode: spec['volumeMode'] ?? 'Filesystem',
      ...(isObject(spec['resources']) ? { resources: canonicalQuantities(spec['resources']) } : {}),
    },
    status: claim['status'] ?? { phase: 'Pending' },
  }
}

const isBound = (claim: KubeObject): boolean => isObject(claim['status']) && claim['status']['phase'] === 'Bound'

/** What may still change after creation: the requested size of a bound claim, and a volume name that was not set. */
export const claimErrors = (claim: KubeObject, old?: KubeObject): ReadonlyArray<FieldError> => {
  const spec = specOf(claim)
  if (old === undefined) return creationErrors(spec)
  const before = specOf(old)
  const comparable = (value: JsonObject): JsonObject => {
    const { resources, volumeName, volumeAttributesClassName: _class, ...others } = value
    const rest = isBound(old) ? others : { ...others, resources: resources ?? {} }
    return before['volumeName'] === undefined ? rest : { ...rest, volumeName: volumeName ?? '' }
  }
  if (equalJson(comparable(spec), comparable(before))) return []
  const message =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
  return [forbidden('spec', message)]
}

const creationErrors = (spec: JsonObject): ReadonlyArray<FieldError> => {
  const resources = isObject(spec['resources']) ? spec['resources'] : {}
  const requests = isObject(resources['requests']) ? resources['requests'] : {}
  const modes = isArray(spec['accessModes']) && spec['accessModes'].length > 0
  return [
    ...(modes ? [] : [{ path: 'spec.accessModes', detail: 'Required value: at least 1 access mode is required' }]),
    ...(requests['storage'] === undefined ? [required('spec.resources[storage]')] : []),
  ]
}
