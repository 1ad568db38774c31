import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError } from '../../../../api/kubernetes/client'
import type { KubeObject } from '../../../../api/kubernetes/object'
import { API_VERSION } from '../../../../api/names/group'
import { answerAdmission } from '../../../../hooks/shell/admission'

const absent: KubeError = { reason: 'NotFound', code: 404, message: 'not there' }
const unused = () => {
  throw new Error('admission only reads')
}

const holding = (...objects: ReadonlyArray<KubeObject>): KubeClient => ({
  get:
    ({ kind, name }) =>
    async () => {
      const found = objects.find((one) => one.kind === kind && one.metadata.name === name)
      return found === undefined ? E.left(absent) : E.right(found)
    },
  list:
    ({ kind }) =>
    async () =>
      E.right({ resourceVersion: '1', items: objects.filter((one) => one.kind === kind) }),
  create: unused,
  update: unused,
  updateStatus: unused,
  patch: unused,
  remove: unused,
  watch: unused,
})

const unreachable: KubeClient = {
  ...holding(),
  get: () => async () => E.left({ reason: 'Unavailable', code: 0, message: 'no answer' }),
  list: () => async () => E.left({ reason: 'Unavailable', code: 0, message: 'no answer' }),
}

const policy = (spec: object, metadata: object = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'SnapshotPolicy',
  metadata: { name: 'documents', namespace: 'team-a', ...metadata },
  spec: { sources: [{ pvc: { name: 'documents' } }], ...spec },
})

const review = (operation: string, object: KubeObject | null, oldObject: KubeObject | null = null) => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'r1',
    operation,
    kind: { group: 'kopiur.home-operations.com', version: 'v1alpha1', kind: object?.kind ?? 'SnapshotPolicy' },
    object,
    oldObject,
  },
})

const asked = async (
  kube: KubeClient,
  body: unknown,
): Promise<{ allowed: boolean; status?: { message: string }; warnings?: string[] }> => {
  const reply = await answerAdmission(kube, body)
  expect(reply.status).toBe(200)
  return (reply.body as { response: { allowed: boolean } }).response
}

const fenced = (namespaces: object): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'ClusterRepository',
  metadata: { name: 'nas' },
  spec: {
    backend: { filesystem: { path: '/r' } },
    encryption: { passwordSecretRef: { name: 'p' } },
    allowedNamespaces: namespaces,
  },
})
const onNas = policy({ repository: { kind: 'ClusterRepository', name: 'nas' } })

describe('the validating webhook', () => {
  it('accepts what is right', async () => {
    expect(await asked(holding(), review('CREATE', policy({ repository: { name: 'backups' } })))).toMatchObject({
      allowed: true,
    })
  })

  it('refuses what no schema can see, naming field and reason', async () => {
    const answer = await asked(
      holding(),
      review('CREATE', policy({ repository: { name: 'backups' }, retention: { keepDaily: 0 } })),
    )
    expect(answer.allowed).toBe(false)
    expect(answer.status?.message).toMatch(/^spec\.retention/)
  })

  it('reads what a rule needs to know: a ClusterRepository that does not allow the namespace', async () => {
    const allowing = holding(fenced({ list: ['team-a'] }))
    expect(await asked(allowing, review('CREATE', onNas))).toMatchObject({ allowed: true })
    expect(await asked(holding(fenced({ list: ['team-b'] })), review('CREATE', onNas))).toMatchObject({
      allowed: false,
    })
  })

  it('fails closed when it cannot read', async () => {
    const answer = await asked(unreachable, review('CREATE', onNas))
    expect(answer.allowed).toBe(false)
    expect(answer.status?.message).toMatch(/cannot be checked now.*try again/)
  })

  it('never stands in the way of a deletion', async () => {
    const dying = policy(
      { retention: { keepDaily: 0 } },
      { deletionTimestamp: '2027-01-01T00:00:00Z', finalizers: ['x'] },
    )
    expect(await asked(unreachable, review('UPDATE', dying, dying))).toMatchObject({ allowed: true })
    expect(await asked(unreachable, review('DELETE', null, dying))).toMatchObject({ allowed: true })
  })

  it('lets other kinds pass', async () => {
    const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } }
    expect(await asked(unreachable, review('CREATE', pod))).toMatchObject({ allowed: true })
  })

  it('calls anything else a bad request', async () => {
    expect((await answerAdmission(holding(), { kind: 'Pod' })).status).toBe(400)
  })
})
