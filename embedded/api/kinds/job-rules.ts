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
  return [
    ...(containers.length === 0 ? [required('spec.template.spec.containers')] : containers.flatMap(containerErrors)),
    ...policyErrors(pod['restartPolicy']),
  ]
}

/** `Always`, the default of pods, is none of a Job's. */
const policyErrors = (policy: Json | undefined): ReadonlyArray<FieldError> => {
  if (policy === 'Never' || policy === 'OnFailure') return []
  const path = 'spec.template.spec.restartPolicy'
  if (policy !== undefined && policy !== 'Always') return [unsupported(path, policy, ['OnFailure', 'Never'])]
  return [{ path, detail: 'Required value: valid values: "OnFailure", "Never"' }]
}

const containerErrors = (container: Json, index: number): ReadonlyArray<FieldError> => {
  const path = `spec.template.spec.containers[${index}]`
  const fields = isObject(container) ? container : {}
  return ['name', 'image'].flatMap((field) => (fields[field] ? [] : [required(`${path}.${field}`)]))
}

const IMMUTABLE = ['completionMode', 'completions', 'podFailurePolicy', 'selector', 'template']

/** Of a suspended Job that never ran, scheduling hints and metadata of the pods may still change. */
const changeErrors = (spec: JsonObject, old: JsonObject): ReadonlyArray<FieldError> =>
  IMMUTABLE.filter((field) => !equalJson(fixed(field, spec, old), fixed(field, old, old))).map((field) =>
    invalid(`spec.${field}`, spec[field] ?? null, 'field is immutable'),
  )

const fixed = (field: string, spec: JsonObject, old: JsonObject): Json | undefined => {
  const template = spec[field]
  if (field !== 'template' || old['suspend'] !== true || !isObject(template) || !isObject(template['spec']))
    return template
  const { nodeSelector: _a, tolerations: _b, affinity: _c, schedulingGates: _d, ...pod } = template['spec']
  return pod
}
