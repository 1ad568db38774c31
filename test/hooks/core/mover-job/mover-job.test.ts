import * as E from 'fp-ts/Either'
import fc from 'fast-check'
import {
  elevation,
  mergeSecurityContexts,
  moverJob,
  settleRoot,
  type MoverJobRequest,
} from '../../../../hooks/core/mover-job'
import type { MoverLayer } from '../../../../hooks/core/mover-job'

const request: MoverJobRequest = {
  name: 'nightly-1',
  namespace: 'db',
  labels: { 'kopiur.home-operations.com/origin': 'manual' },
  workSpec: {
    version: 1,
    target: { kind: 'Snapshot', name: 'nightly-1', namespace: 'db', uid: 'u-1' },
    repository: {
      storage: { filesystem: { path: '/repository' } },
      client: { username: 'data', hostname: 'db' },
      readOnly: false,
    },
    operation: { pin: { snapshotId: 'k1', anchor: {}, pinned: true } },
  },
  volumes: [
    { name: 'source', mountPath: '/pvc/data', access: 'ReadOnly', from: { claim: 'data' } },
    { name: 'repo', mountPath: '/repository', access: 'ReadWrite', from: { nfs: { server: 'nas', path: '/kopia' } } },
  ],
  credentials: { password: { secret: 'repo-password', key: 'KOPIA_PASSWORD' } },
  layers: [],
  settings: { image: 'mover:1', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 30 },
}

const built = (change: Partial<MoverJobRequest> = {}) => {
  const job = moverJob({ ...request, ...change })
  if (E.isLeft(job)) throw new Error(job.left._tag)
  return JSON.parse(JSON.stringify(job.right))
}
const podSpec = (change: Partial<MoverJobRequest> = {}) => built(change).spec.template.spec
const container = (change: Partial<MoverJobRequest> = {}) => podSpec(change).containers[0]

describe('a mover Job', () => {
  it('is hardened, bounded, and mounts what it was given', () => {
    expect(built()).toEqual({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: 'nightly-1',
        namespace: 'db',
        labels: { 'kopiur.home-operations.com/origin': 'manual', 'app.kubernetes.io/managed-by': 'kopiur' },
      },
      spec: {
        activeDeadlineSeconds: 172800,
        backoffLimit: 2,
        completions: 1,
        parallelism: 1,
        podReplacementPolicy: 'Failed',
        podFailurePolicy: {
          rules: [
            { action: 'FailJob', onExitCodes: { containerName: 'mover', operator: 'In', values: [78] } },
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          ],
        },
        template: {
          metadata: {
            labels: { 'kopiur.home-operations.com/origin': 'manual', 'app.kubernetes.io/managed-by': 'kopiur' },
          },
          spec: {
            restartPolicy: 'Never',
            serviceAccountName: 'kopiur-mover',
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 120,
            securityContext: { fsGroup: 65532, fsGroupChangePolicy: 'OnRootMismatch' },
            containers: [
              {
                name: 'mover',
                image: 'mover:1',
                env: [
                  { name: 'KOPIUR_WORK_SPEC', value: JSON.stringify(request.workSpec) },
                  { name: 'KOPIUR_JOB_NAME', value: 'nightly-1' },
                  { name: 'KOPIUR_JOB_NAMESPACE', value: 'db' },
                  { name: 'KOPIA_CACHE_DIRECTORY', value: '/var/cache/kopia/cache' },
                  { name: 'KOPIA_CONFIG_PATH', value: '/var/cache/kopia/repository.config' },
                  { name: 'KOPIA_LOG_DIR', value: '/var/cache/kopia/logs' },
                  { name: 'HOME', value: '/var/cache/kopia' },
                  { name: 'TMPDIR', value: '/var/cache/kopia' },
                  { name: 'USER', value: 'kopiur' },
                ],
                envFrom: [{ secretRef: { name: 'repo-password', optional: false } }],
                securityContext: {
                  allowPrivilegeEscalation: false,
                  capabilities: { drop: ['ALL'] },
                  readOnlyRootFilesystem: true,
                  runAsNonRoot: true,
                  seccompProfile: { type: 'RuntimeDefault' },
                },
                volumeMounts: [
                  { name: 'kopia-cache', mountPath: '/var/cache/kopia' },
                  { name: 'source', mountPath: '/pvc/data', readOnly: true },
                  { name: 'repo', mountPath: '/repository' },
                ],
              },
            ],
            volumes: [
              { name: 'kopia-cache', emptyDir: {} },
              { name: 'source', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
              { name: 'repo', nfs: { server: 'nas', path: '/kopia' } },
            ],
          },
        },
      },
    })
  })

  it('lets the kubelet set the fsGroup of a source that the mover still cannot write to', () => {
    const spec = podSpec({ volumes: [{ ...request.volumes[0]!, access: 'ReadOnlyMount' }] })
    expect(spec.volumes[1]).toEqual({ name: 'source', persistentVolumeClaim: { claimName: 'data' } })
    expect(spec.containers[0].volumeMounts[1]).toMatchObject({ readOnly: true })
  })

  it('names a password key of its own, beside both Secrets', () => {
    const { env, envFrom } = container({ credentials: { password: { secret: 'pw', key: 'pass' }, backend: 's3' } })
    expect(env.at(-1)).toEqual({
      name: 'KOPIA_PASSWORD',
      valueFrom: { secretKeyRef: { name: 'pw', key: 'pass' } },
    })
    expect(envFrom.map((e: { secretRef: { name: string } }) => e.secretRef.name)).toEqual(['pw', 's3'])
  })

  it('takes one Secret once', () => {
    expect(
      container({ credentials: { password: { secret: 'a', key: 'KOPIA_PASSWORD' }, backend: 'a' } }).envFrom,
    ).toHaveLength(1)
  })

  it.each([
    ['nothing', {}, { emptyDir: {} }],
    ['a mode alone', { mode: 'Persistent' }, { emptyDir: {} }],
    [
      'a capacity',
      { capacity: '5Gi', storageClassName: 'fast' },
      {
        ephemeral: {
          volumeClaimTemplate: {
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: '5Gi' } },
              storageClassName: 'fast',
            },
          },
        },
      },
    ],
    ['a lasting claim', { capacity: '5Gi', mode: 'Persistent' }, { persistentVolumeClaim: { claimName: 'lasting' } }],
  ] as const)('has the cache volume for %s', (_, cache, volume) => {
    expect(podSpec({ layers: [{ cache }], cacheClaim: 'lasting' }).volumes[0]).toEqual({
      name: 'kopia-cache',
      ...volume,
    })
  })

  it('overlays the cache of layers field by field', () => {
    const layers = [{ cache: { capacity: '5Gi', storageClassName: 'slow' } }, { cache: { storageClassName: 'fast' } }]
    expect(podSpec({ layers }).volumes[0].ephemeral.volumeClaimTemplate.spec).toMatchObject({
      resources: { requests: { storage: '5Gi' } },
      storageClassName: 'fast',
    })
  })

  it('adds the node to every alternative of a required affinity', () => {
    const a = { key: 'zone', operator: 'In', values: ['a'] }
    const b = { key: 'zone', operator: 'In', values: ['b'] }
    const node = { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] }
    const required = 'requiredDuringSchedulingIgnoredDuringExecution'
    const affinity = {
      nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchExpressions: [a] }, { matchExpressions: [b] }] } },
    }
    const spec = podSpec({ placement: { affinity }, node: { name: 'n1', tolerations: [{ key: 't' }] } })
    expect(spec.affinity.nodeAffinity[required].nodeSelectorTerms).toEqual([
      { matchExpressions: [a, node] },
      { matchExpressions: [b, node] },
    ])
    expect(spec.tolerations).toEqual([{ key: 't' }])
    expect(podSpec({ node: { name: 'n1' } }).affinity.nodeAffinity[required].nodeSelectorTerms).toEqual([
      { matchExpressions: [node] },
    ])
  })

  it('puts the pod labels of the repository under its own, annotations on the pod alone', () => {
    const job = built({
      placement: { podLabels: { team: 'x', 'app.kubernetes.io/managed-by': 'me' }, podAnnotations: { mesh: 'off' } },
    })
    expect(job.metadata.labels).toMatchObject({ team: 'x', 'app.kubernetes.io/managed-by': 'kopiur' })
    expect(job.metadata.annotations).toBeUndefined()
    expect(job.spec.template.metadata).toMatchObject({ labels: { team: 'x' }, annotations: { mesh: 'off' } })
  })

  it('refuses a work spec that the environment could not carry', () => {
    const workSpec = { ...request.workSpec, target: { ...request.workSpec.target, name: 'x'.repeat(102_400) } }
    expect(moverJob({ ...request, workSpec })).toMatchObject({ left: { _tag: 'WorkSpecTooLarge', limit: 102_400 } })
  })

  it('holds no null and no undefined, whatever is left out', () => {
    fc.assert(
      fc.property(fc.subarray(['placement', 'node', 'layers', 'annotations', 'serviceAccount'] as const), (parts) => {
        const full = {
          placement: { nodeSelector: { a: 'b' } },
          node: { name: 'n' },
          layers: [{ resources: { limits: { cpu: '1' } } }],
          annotations: { a: 'b' },
          serviceAccount: 'sa',
        }
        const job = moverJob({ ...request, ...Object.fromEntries(parts.map((part) => [part, full[part]])) })
        const values = (value: unknown): ReadonlyArray<unknown> =>
          typeof value === 'object' && value !== null ? Object.values(value).flatMap(values) : [value]
        expect(values(E.isRight(job) ? job.right : [null])).not.toContain(null)
        expect(values(E.isRight(job) ? job.right : [undefined])).not.toContain(undefined)
      }),
    )
  })
})

describe('merged security contexts', () => {
  const merged = (...layers: ReadonlyArray<MoverLayer>) => settleRoot(mergeSecurityContexts(layers))

  it('keep drop ALL and seccomp under a partial override', () => {
    expect(merged({ securityContext: { capabilities: { add: ['CHOWN'] } } }).container).toMatchObject({
      capabilities: { drop: ['ALL'], add: ['CHOWN'] },
      seccompProfile: { type: 'RuntimeDefault' },
    })
  })
  it('give the user to the highest layer that pins one in either dimension', () => {
    const { container, pod } = merged(
      { securityContext: { runAsUser: 1000 } },
      { podSecurityContext: { runAsUser: 2000 } },
    )
    expect([container['runAsUser'], pod['runAsUser']]).toEqual([undefined, 2000])
  })
  it('do not ask the kubelet for a root that is not root', () => {
    expect(merged({ podSecurityContext: { runAsUser: 0 } }).container['runAsNonRoot']).toBe(false)
  })
  it('keep runAsNonRoot for other users', () => {
    expect(merged({ securityContext: { runAsUser: 1000 } }).container['runAsNonRoot']).toBe(true)
  })
  it('give the privileged mode a root that may read everything, without privileged', () => {
    const { container } = merged({ privilegedMode: true })
    expect(container).toMatchObject({ runAsUser: 0, runAsNonRoot: false, allowPrivilegeEscalation: false })
    expect(container['privileged']).toBeUndefined()
  })
})

describe('elevation', () => {
  const of = (...layers: ReadonlyArray<MoverLayer>) =>
    elevation(layers.map((layer, i) => ({ from: `layer ${i}`, layer })))

  it.each<[string, MoverLayer]>([
    ['a root container', { securityContext: { runAsUser: 0 } }],
    ['a root pod', { podSecurityContext: { runAsUser: 0 } }],
    ['privileged', { securityContext: { privileged: true } }],
    ['runAsNonRoot off', { securityContext: { runAsNonRoot: false } }],
    ['runAsNonRoot off for the pod', { podSecurityContext: { runAsNonRoot: false } }],
    ['privilege escalation', { securityContext: { allowPrivilegeEscalation: true } }],
    ['added capabilities', { securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }],
    ['the privileged mode', { privilegedMode: true }],
  ])('is %s', (_, layer) => {
    expect(of({}, layer, { securityContext: { readOnlyRootFilesystem: true } })?.from).toBe('layer 1')
  })
  it.each<[string, MoverLayer]>([
    ['nothing', {}],
    ['an fsGroup', { podSecurityContext: { fsGroup: 0 } }],
    ['another user', { securityContext: { runAsUser: 1000, runAsGroup: 0 } }],
  ])('is not %s', (_, layer) => {
    expect(of(layer)).toBeUndefined()
  })
  it('is gone when a higher layer pins another user', () => {
    expect(of({ securityContext: { runAsUser: 0 } }, { securityContext: { runAsUser: 1000 } })).toBeUndefined()
  })
})
