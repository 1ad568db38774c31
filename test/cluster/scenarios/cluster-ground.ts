import { policy, s3Secret } from '../stage/manifests'
import { look, type Seen } from '../stage/see'
import type { ObjectStore, Stage } from '../stage/stage'
import { waitFor } from '../wait'

/** Names of cluster-wide objects follow from the stage's namespace. */
export const home = 'NAMESPACE-home'

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

export const sharedPolicy = policy('data').replace('{ name: store }', '{ kind: ClusterRepository, name: NAMESPACE }')

export const sharedRef = ({ namespace }: Stage) =>
  ({ apiVersion: 'kopiur.home-operations.com/v1alpha1', kind: 'ClusterRepository', name: namespace }) as const

export const sharedSeen = (stage: Stage, wanted: (seen: Seen) => boolean): Promise<Seen> =>
  waitFor(
    'the ClusterRepository',
    async () => {
      const seen = await look(stage.kube, sharedRef(stage))
      return seen !== undefined && wanted(seen) ? seen : undefined
    },
    { limitSeconds: 120 },
  )

export const removeNamespace = async (stage: Stage, name: string): Promise<void> => {
  const ref = { apiVersion: 'v1', kind: 'Namespace', name } as const
  await stage.kube.remove(ref)()
  await waitFor(
    `namespace ${name} to go`,
    async () => ((await look(stage.kube, ref)) === undefined ? true : undefined),
    { limitSeconds: 120, everyMs: 500 },
  )
}

const namespaceOf = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`

/** A ClusterRepository whose Secret lies in a namespace of its own. */
export const makeSharedRepository = async (stage: Stage): Promise<ObjectStore> => {
  const s3 = await stage.objectStore('backups')
  await stage.apply(namespaceOf(home))
  await stage.apply(s3Secret(s3).replace('namespace: NAMESPACE', `namespace: ${home}`))
  await stage.apply(sharedRepository(s3))
  return s3
}

export const removeSharedRepository = async (stage: Stage): Promise<void> => {
  await stage.kube.remove(sharedRef(stage))()
  await waitFor('the ClusterRepository to go', async () =>
    (await look(stage.kube, sharedRef(stage))) === undefined ? true : undefined,
  )
  await removeNamespace(stage, `${stage.namespace}-home`)
}

/** Another namespace, where any pod may run, as a stage of its own; its Secret comes along. */
export const neighbour = async (stage: Stage, s3: ObjectStore): Promise<Stage> => {
  const namespace = `${stage.namespace}-next`
  const apply = (manifests: string): Promise<void> => stage.apply(manifests.replaceAll('NAMESPACE', namespace))
  await apply(namespaceOf(namespace))
  await apply(s3Secret(s3))
  return { ...stage, namespace, apply }
}
