import * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'

/** The part of a Job that a machine without containers can honour. */
const keyRef = t.intersection([t.type({ name: t.string, key: t.string }), t.partial({ optional: t.boolean })])
const sourceRef = t.intersection([t.type({ name: t.string }), t.partial({ optional: t.boolean })])

const envVar = t.intersection([
  t.type({ name: t.string }),
  t.partial({
    value: t.string,
    valueFrom: t.partial({
      secretKeyRef: keyRef,
      configMapKeyRef: keyRef,
      fieldRef: t.type({ fieldPath: t.string }),
    }),
  }),
])
export type EnvVar = t.TypeOf<typeof envVar>

const envFromSource = t.partial({ prefix: t.string, secretRef: sourceRef, configMapRef: sourceRef })
export type EnvFromSource = t.TypeOf<typeof envFromSource>

const keyToPath = t.type({ key: t.string, path: t.string })

const volume = t.intersection([
  t.type({ name: t.string }),
  t.partial({
    persistentVolumeClaim: t.intersection([t.type({ claimName: t.string }), t.partial({ readOnly: t.boolean })]),
    emptyDir: t.UnknownRecord,
    ephemeral: t.UnknownRecord,
    hostPath: t.intersection([t.type({ path: t.string }), t.partial({ type: t.string })]),
    secret: t.intersection([
      t.type({ secretName: t.string }),
      t.partial({ items: t.array(keyToPath), optional: t.boolean }),
    ]),
    configMap: t.intersection([
      t.type({ name: t.string }),
      t.partial({ items: t.array(keyToPath), optional: t.boolean }),
    ]),
  }),
])
export type PodVolume = t.TypeOf<typeof volume>

const volumeMount = t.intersection([
  t.type({ name: t.string, mountPath: t.string }),
  t.partial({ subPath: t.string, readOnly: t.boolean }),
])
export type VolumeMount = t.TypeOf<typeof volumeMount>

const container = t.intersection([
  t.type({ name: t.string }),
  t.partial({
    env: t.array(envVar),
    envFrom: t.array(envFromSource),
    volumeMounts: t.array(volumeMount),
    args: t.array(t.string),
  }),
])
export type Container = t.TypeOf<typeof container>

const exitCodeRule = t.intersection([
  t.type({ action: t.string }),
  t.partial({
    onExitCodes: t.intersection([
      t.type({ operator: t.string, values: t.array(t.number) }),
      t.partial({ containerName: t.string }),
    ]),
  }),
])

const jobSpec = t.intersection([
  t.type({
    template: t.type({
      spec: t.intersection([
        t.type({ containers: t.array(container) }),
        t.partial({ volumes: t.array(volume), terminationGracePeriodSeconds: t.number }),
      ]),
    }),
  }),
  t.partial({
    backoffLimit: t.number,
    activeDeadlineSeconds: t.number,
    ttlSecondsAfterFinished: t.number,
    suspend: t.boolean,
    podFailurePolicy: t.type({ rules: t.array(exitCodeRule) }),
  }),
])
export type JobSpec = t.TypeOf<typeof jobSpec>

const condition = t.intersection([
  t.type({ type: t.string, status: t.string }),
  t.partial({ reason: t.string, message: t.string, lastTransitionTime: t.string, lastProbeTime: t.string }),
])

const jobStatus = t.partial({
  startTime: t.string,
  completionTime: t.string,
  active: t.number,
  ready: t.number,
  succeeded: t.number,
  failed: t.number,
  conditions: t.array(condition),
})
export type JobStatus = t.TypeOf<typeof jobStatus>

/** Undefined where it is no Job that could run here. */
export const jobSpecOf = (job: KubeObject): JobSpec | undefined => {
  const spec = job['spec']
  return jobSpec.is(spec) ? spec : undefined
}

export const jobStatusOf = (job: KubeObject): JobStatus => {
  const status = job['status']
  return jobStatus.is(status) ? status : {}
}

/** The condition that ended the Job. */
export const closingCondition = (job: KubeObject) =>
  jobStatusOf(job).conditions?.find(
    ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
  )

export const isClosed = (job: KubeObject): boolean => closingCondition(job) !== undefined
