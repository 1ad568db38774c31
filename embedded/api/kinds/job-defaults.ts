import type { Json, JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject } from '../../../api/kubernetes/object'
import { isArray, isObject } from '../json-shape'
import { podSpecDefaults } from './pod-defaults'

const BATCH_UID_LABEL = 'batch.kubernetes.io/controller-uid'

const made = new WeakMap<object, JsonObject>()

/** Fills in a Job as the API server does: counts, selector, pod labels, container defaults. */
export const jobDefaults = (job: KubeObject): KubeObject => {
  const spec = job['spec']
  if (!isObject(spec) || !isObject(spec['template'])) return job
  const filled = made.get(spec) ?? specDefaults(spec, job)
  made.set(spec, filled)
  made.set(filled, filled)
  const metadata = job.metadata.labels === undefined ? withPodLabels(job, filled) : job.metadata
  return { ...job, metadata, spec: filled, status: job['status'] ?? {} }
}

/** A new Job without labels takes those of its pods, with its own UID among them. */
const withPodLabels = (job: KubeObject, filled: JsonObject): KubeObject['metadata'] => {
  const isNew = job.metadata.resourceVersion === '0'
  if (!isNew || !isObject(filled['template'])) return job.metadata
  return { ...job.metadata, labels: labelsOf(filled['template']) as { [key: string]: string } }
}

const specDefaults = (spec: JsonObject, job: KubeObject): JsonObject => ({
  ...SPEC_DEFAULTS,
  ...(spec['completions'] === undefined && spec['parallelism'] === undefined ? { completions: 1 } : {}),
  ...(spec['backoffLimitPerIndex'] === undefined ? {} : { backoffLimit: 2_147_483_647 }),
  podReplacementPolicy: replacementPolicy(spec),
  ...spec,
  ...selection(spec, job),
  ...(isObject(spec['podFailurePolicy']) ? { podFailurePolicy: failurePolicyDefaults(spec['podFailurePolicy']) } : {}),
})

const SPEC_DEFAULTS: JsonObject = {
  backoffLimit: 6,
  completionMode: 'NonIndexed',
  manualSelector: false,
  parallelism: 1,
  suspend: false,
}

/** Unless the writer selects by hand, pods are found by labels that carry the Job's UID. */
const selection = (spec: JsonObject, job: KubeObject): JsonObject => {
  const uid = job.metadata.uid ?? ''
  const template = isObject(spec['template']) ? spec['template'] : {}
  if (spec['manualSelector'] === true) return { template: templateDefaults(template, labelsOf(template)) }
  return {
    selector: { matchLabels: { [BATCH_UID_LABEL]: uid } },
    template: templateDefaults(template, podLabels(template, job.metadata.name, uid)),
  }
}

const replacementPolicy = (spec: JsonObject): string =>
  spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed'

const labelsOf = (template: JsonObject): JsonObject => {
  const metadata = template['metadata']
  return isObject(metadata) && isObject(metadata['labels']) ? metadata['labels'] : {}
}

const podLabels = (template: JsonObject, name: string, uid: string): JsonObject => ({
  ...labelsOf(template),
  [BATCH_UID_LABEL]: uid,
  'batch.kubernetes.io/job-name': name,
  'controller-uid': uid,
  'job-name': name,
})

const templateDefaults = (template: JsonObject, labels: JsonObject): JsonObject => {
  const metadata = isObject(template['metadata']) ? template['metadata'] : {}
  const spec = isObject(template['spec']) ? podSpecDefaults(template['spec']) : (template['spec'] ?? {})
  return { ...template, metadata: { ...metadata, labels }, spec }
}

const failurePolicyDefaults = (policy: JsonObject): JsonObject => {
  const rules = isArray(policy['rules']) ? policy['rules'] : []
  return { ...policy, rules: rules.map(failureRuleDefaults) }
}

const failureRuleDefaults = (rule: Json): Json => {
  if (!isObject(rule) || !isArray(rule['onPodConditions'])) return rule
  const conditions = rule['onPodConditions'].map((condition) =>
    isObject(condition) ? { ...condition, status: condition['status'] ?? 'True' } : condition,
  )
  return { ...rule, onPodConditions: conditions }
}
