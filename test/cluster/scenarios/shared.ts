import { writeFiles } from '../stage/files'
import { PASSWORD, policy, s3Secret, snapshot, together } from '../stage/manifests'
import { observe } from '../stage/observer'
import { conditionOf, eventually, inPhase, kopiaId, look, type Seen } from '../stage/see'
import type { ObjectStore, Scenario, Stage } from '../stage/stage'
import { waitFor } from '../wait'

/** Names of cluster-wide objects follow from the stage's namespace. */
const home = 'NAMESPACE-home'

const sharedRepository = (store: ObjectStore): string => `apiVersion: kopiur.home-operations.com/v1alpha1
kind: ClusterRepository
metadata: { name: NAMESPACE }
spec:
  allowedNamespaces: { all: true }
  backend:
    s3:
      bucket: ${store.bucket}
      endpoint: "${store.endpoint}"
      region: us-east-1
      tls: { disableTls: true }
      auth: { secretRef: { name: password, namespace: ${home} } }
  encryption: { passwordSecretRef: { name: password, namespace: ${home} } }
`

const sharedPolicy = policy('data').replace('{ name: store }', '{ kind: ClusterRepository, name: NAMESPACE }')

const sharedRef = ({ namespace }: Stage) =>
  ({ apiVersion: 'kopiur.home-operations.com/v1alpha1', kind: 'ClusterRepository', name: namespace }) as const

const sharedSeen = (stage: Stage, wanted: (seen: Seen) => boolean): Promise<Seen> =>
  waitFor(
    'the ClusterRepository',
    async () => {
      const seen = await look(stage.kube, sharedRef(stage))
      return seen !== undefined && wanted(seen) ? seen : undefined
    },
    { limitSeconds: 120 },
  )

const removeNamespace = async (stage: Stage, name: string): Promise<void> => {
  const ref = { apiVersion: 'v1', kind: 'Namespace', name } as const
  await stage.kube.remove(ref)()
  await waitFor(
    `namespace ${name} to go`,
    async () => ((await look(stage.kube, ref)) === undefined ? true : undefined),
    { limitSeconds: 120, everyMs: 500 },
  )
}

export const shared: ReadonlyArray<Scenario> = [
  {
    name: 'a shared repository serves a namespace that has its Secret, and keeps what it saved when that namespace is deleted',
    limitSeconds: 420,
    play: async (stage) => {
      const s3 = await stage.objectStore('backups')
      writeFiles((await stage.volume('data')).folder, 20)
      await stage.apply(`apiVersion: v1\nkind: Namespace\nmetadata: { name: ${home} }\n`)
      await stage.apply(s3Secret(s3).replace('namespace: NAMESPACE', `namespace: ${home}`))
      await stage.apply(sharedRepository(s3))
      await sharedSeen(stage, inPhase('Ready'))
      await stage.apply(together(sharedPolicy, snapshot('first', '  deletionPolicy: Delete\n')))
      const waiting = await eventually(
        stage,
        'Snapshot',
        'first',
        (one) => conditionOf(one, 'CredentialsAvailable')?.reason === 'MissingCredentialsSecret',
      )
      const message = conditionOf(waiting, 'CredentialsAvailable')?.message ?? ''
      expect([message.includes('password'), message.includes(stage.namespace)]).toEqual([true, true])
      await stage.apply(s3Secret(s3))
      const first = await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
      expect(conditionOf(first, 'CredentialsAvailable')?.status).toBe('True')
      await sharedSeen(stage, (one) => conditionOf(one, 'MaintenanceConfigured')?.status === 'True')
      await removeNamespace(stage, stage.namespace)
      expect((await observe({ s3 }, PASSWORD)).map(({ id }) => id)).toEqual([kopiaId(first)])
      await stage.kube.remove(sharedRef(stage))()
      await waitFor('the ClusterRepository to go', async () =>
        (await look(stage.kube, sharedRef(stage))) === undefined ? true : undefined,
      )
      await removeNamespace(stage, `${stage.namespace}-home`)
    },
  },
]
