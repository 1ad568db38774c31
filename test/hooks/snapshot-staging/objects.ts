import type { KubeObject } from '../../../api/kubernetes/object'
import { kindKey } from '../../../api/metacontroller/sync'
import { snapshotStaging } from '../../../hooks/snapshot-staging'
import type { EffectRefusal } from '../../../hooks/effect'
import type { Decision } from '../../../hooks/hook'
import * as o from '../snapshot/objects'
import { askHook, type World } from '../snapshot/world'

export const STARTED = '2026-03-01T11:59:00Z'
export const DRIVER = 'csi.example'

const clusterWide = (apiVersion: string, kind: string, name: string, rest: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, uid: `${kind}-${name}`, resourceVersion: '9', creationTimestamp: '2026-03-01T11:59:30Z' },
  ...rest,
})

export const volume = (name: string, spec: object = {}) =>
  clusterWide('v1', 'PersistentVolume', name, { spec: { csi: { driver: DRIVER }, ...spec } })
export const storageClass = (name: string, more: object = {}) =>
  clusterWide('storage.k8s.io/v1', 'StorageClass', name, {
    provisioner: DRIVER,
    volumeBindingMode: 'Immediate',
    ...more,
  })
export const snapshotClass = (name: string, driver = DRIVER, isDefault = false): KubeObject => {
  const made = clusterWide('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', name, { driver })
  const annotations = { 'snapshot.storage.kubernetes.io/is-default-class': String(isDefault) }
  return { ...made, metadata: { ...made.metadata, annotations } }
}

export const source = (spec: object = {}, more: object = {}) => ({
  ...o.claim({
    storageClassName: 'fast',
    volumeName: 'pv-1',
    resources: { requests: { storage: '10Gi' } },
    ...spec,
  }),
  ...more,
})

/** All that a stage of the policy needs. */
export const around = (policy: object = {}, ...instead: ReadonlyArray<KubeObject>): ReadonlyArray<KubeObject> => {
  const usual = [
    o.policy({ copyMethod: 'Snapshot', ...policy }),
    source(),
    volume('pv-1'),
    storageClass('fast'),
    snapshotClass('fast'),
  ]
  return [...usual.filter(({ kind }) => !instead.some((one) => one.kind === kind)), ...instead]
}

const condition = (status: string, reason: string) => ({
  type: 'SourceStaged',
  status,
  reason,
  message: '',
  lastTransitionTime: STARTED,
})

export const annotations = (answer: object, uid = 'Snapshot-data-1') => ({
  [`${o.K}staged`]: JSON.stringify({ uid, ...answer }),
})

/** A Snapshot whose run waits for its source. */
export const asking = (metadata: object = {}) =>
  o.snapshot({ status: { phase: 'Pending', conditions: [condition('Unknown', 'Requested')] }, metadata })

export const READY = { ready: { pvcName: 'data-1-src', volumeSnapshotName: 'data-1-snap', stagingTimeoutSeconds: 600 } }
export const running = (answer: object = READY) =>
  o.snapshot({
    status: {
      phase: 'Running',
      job: { name: 'data-1', attempts: 1 },
      conditions: [condition('True', 'SourceStaged')],
    },
    metadata: { annotations: annotations(answer) },
  })

const OWNERS = [{ apiVersion: o.API, kind: 'Snapshot', name: 'data-1', uid: 'Snapshot-data-1', controller: true }]
export const marks = (uid = 'Snapshot-data-1', from = 'pgdata') => ({
  [`${o.K}staged-for`]: uid,
  [`${o.K}staged-from`]: from,
})
const made = { creationTimestamp: STARTED, ownerReferences: OWNERS, annotations: marks() }

export const volumeSnapshot = (status: object = {}, metadata: object = {}) =>
  o.other('VolumeSnapshot', 'snapshot.storage.k8s.io/v1')('data-1-snap', { status }, { ...made, ...metadata })
export const staged = (phase: string, spec: object = {}, metadata: object = {}) =>
  o.other('PersistentVolumeClaim', 'v1')(
    'data-1-src',
    { spec: { storageClassName: 'fast', ...spec }, status: { phase } },
    { ...made, ...metadata },
  )

const keyed = (objects: ReadonlyArray<KubeObject>) =>
  Object.fromEntries(objects.map((one) => [`db/${one.metadata.name}`, one]))

/** One call of the hook, told in few words. */
export const ask = (
  object: KubeObject,
  attachments: ReadonlyArray<KubeObject> = [],
  {
    objects = around(),
    forbidden = [],
    seconds = 60,
    scope,
    refusals = [],
  }: Partial<World> & {
    seconds?: number
    scope?: string
    refusals?: ReadonlyArray<EffectRefusal>
  } = {},
) => {
  const settings = { ...o.settings, ...(scope === undefined ? {} : { onlyNamespace: scope }) }
  const { decision, rounds } = askHook(
    snapshotStaging.sync,
    {
      controller: {
        apiVersion: 'metacontroller.k8s.io/v1alpha1',
        kind: 'DecoratorController',
        metadata: { name: 'x' },
      },
      object,
      attachments: {
        [kindKey('v1', 'PersistentVolumeClaim')]: keyed(attachments.filter(({ kind }) => kind !== 'VolumeSnapshot')),
        [kindKey('snapshot.storage.k8s.io/v1', 'VolumeSnapshot')]: keyed(
          attachments.filter(({ kind }) => kind === 'VolumeSnapshot'),
        ),
      },
      related: {},
      finalizing: false,
    },
    { objects: [...objects, object, ...attachments], forbidden },
    { now: Date.parse(STARTED) + seconds * 1000, settings, refusals },
  )
  const { uid, answer } = answerIn(decision)
  return {
    ...decision,
    rounds,
    uid,
    answer,
    ...toldBy(answer),
    children: decision.children.map(({ _tag, object: { kind, metadata } }) => `${_tag} ${kind} ${metadata.name}`),
    created: decision.children.flatMap((child) => (child._tag === 'create' ? [child.object] : [])),
    effects: decision.effects.map(({ _tag }) => _tag),
  }
}

const answerIn = ({ annotations: written }: Decision) => {
  const { uid, ...answer } = JSON.parse(written?.[`${o.K}staged`] ?? '{}')
  return { uid, answer }
}

const toldBy = ({ failed, waiting, ready }: Record<string, { reason?: string; message?: string } | undefined>) => ({
  told: ready === undefined ? (failed ?? waiting)?.reason : 'ready',
  message: (failed ?? waiting)?.message,
})
