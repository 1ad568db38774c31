import type { Json, JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject } from '../../../api/kubernetes/object'
import { equalJson } from '../canonical'
import { isArray, isObject } from '../json-shape'
import { invalid, required, unsupported, type FieldError } from '../schema/field-error'

const specOf = (job: KubeObject): JsonObject => (isObject(job['spec']) ? job['spec'] : {})

/** What the API server refuses in a Job: an incomplete template, a bad name, a change of what runs. */
export const jobErrors = (job: KubeObject, old?: KubeObject): ReadonlyArray<FieldError> => {
  const spec = specOf(job)
  return [
    ...nameLengthErrors(job),
    ...templateErrors(spec),
    ...(old === undefined ? [] : changeErrors(spec, specOf(old))),
  ]
}

const nameLengthErrors = (job: KubeObject): ReadonlyArray<FieldError> =>
  job.metadata.name.length > 63
    ? [invalid('spec.template.labels', job.metadata.name, 'must be no more than 63 bytes')]
    : []

const templateErrors = (spec: JsonObject): ReadonlyArray<FieldError> => {
  const template = isObject(spec['template']) ? spec['template'] : {}
  const pod = isObject(template['spec']) ? template['spec'] : {}
  const containers = isArray(pod['containers']) ? pod['containers'] : []
  const policy = pod['restartPolicy'] ?? null
  return [
    ...(containers.length === 0 ? [required('spec.template.spec.containers')] : containers.flatMap(containerErrors)),
    ...(policy === null ? [required('spec.template.spec.restartPolicy')] : policyErrors(policy)),
  ]
}

const policyErrors = (policy: Json): ReadonlyArray<FieldError> =>
  policy === 'Never' || policy === 'OnFailure'
    ? []
    : [unsupported('spec.template.spec.restartPolicy', policy, ['OnFailure', 'Never'])]

const containerErrors = (container: Json, index: number): ReadonlyArray<FieldError> => {
  const path = `spec.template.spec.containers[${index}]`
  const fields = isObject(container) ? container : {}
  return ['name', 'image'].flatMap((field) => (fields[field] ? [] : [required(`${path}.${field}`)]))
}

const IMMUTABLE = ['completionMode', 'podFailurePolicy', 'selector', 'template']

/** The template of a suspended Job that never ran could change; nobody here does that. */
const changeErrors = (spec: JsonObject, old: JsonObject): ReadonlyArray<FieldError> =>
  IMMUTABLE.filter((field) => !equalJson(spec[field], old[field])).map((field) =>
    invalid(`spec.${field}`, spec[field] ?? null, 'field is immutable'),
  )
