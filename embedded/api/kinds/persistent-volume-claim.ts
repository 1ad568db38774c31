import type { JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject } from '../../../api/kubernetes/object'
import { equalJson } from '../canonical'
import { isObject } from '../json-shape'
import { canonicalQuantities } from '../quantity'
import { forbidden, required, type FieldError } from '../schema/field-error'

const specOf = (claim: KubeObject | undefined): JsonObject => (isObject(claim?.['spec']) ? claim['spec'] : {})

export const claimDefaults = (claim: KubeObject): KubeObject => {
  const spec = specOf(claim)
  return {
    ...claim,
    spec: {
      ...spec,
      volumeMode: spec['volumeMode'] ?? 'Filesystem',
      ...(isObject(spec['resources']) ? { resources: canonicalQuantities(spec['resources']) } : {}),
    },
    status: claim['status'] ?? { phase: 'Pending' },
  }
}

/** What may still change after creation: the requested size, and a volume name that was not set. */
export const claimErrors = (claim: KubeObject, old?: KubeObject): ReadonlyArray<FieldError> => {
  const spec = specOf(claim)
  if (old === undefined) return Array.isArray(spec['accessModes']) ? [] : [required('spec.accessModes')]
  const before = specOf(old)
  const comparable = (value: JsonObject): JsonObject => {
    const { resources: _resources, volumeName, volumeAttributesClassName: _class, ...rest } = value
    return before['volumeName'] === undefined ? rest : { ...rest, volumeName: volumeName ?? '' }
  }
  if (equalJson(comparable(spec), comparable(before))) return []
  const message =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
  return [forbidden('spec', message)]
}
