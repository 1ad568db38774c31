import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { JsonObject } from '../../../api/kubernetes/json'
import { restClient } from '../../../hooks/shell/kube/rest-client'
import { folderRepository, secret, together } from '../stage/manifests'
import { refOf } from '../stage/see'
import type { Stage } from '../stage/stage'
import { tokenConnection } from '../token-client'
import { waitFor } from '../wait'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const GROUP = 'kopiur.home-operations.com'
const FORBIDDEN = { left: { reason: 'Forbidden' } }

/** Jobs that never make a pod, and a pod as the Job `work` would make one. */
const JOBS = `${['work', 'other']
  .map(
    (name) => `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
  namespace: NAMESPACE
  labels: { own: label }
  annotations: { own: annotation }
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: work, image: kopiur.test/tool:1 }]
`,
  )
  .join('---\n')}---
apiVersion: v1
kind: Pod
metadata: { name: work-abcde, namespace: NAMESPACE }
spec:
  serviceAccountName: kopiur-mover
  securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: work
      image: kopiur.test/tool:1
      args: [-e, 'setTimeout(() => undefined, 600000)']
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
`

const clientOf = async ({ cluster, kubectl }: World, account: ReadonlyArray<string>): Promise<KubeClient> => {
  const token = await waitFor('a token', () => kubectl.run(['create', 'token', ...account]))
  return restClient(await tokenConnection(cluster, token.trim()))
}

const moverOf = (world: World, { namespace }: Stage): Promise<KubeClient> => {
  const bound = ['--bound-object-kind=Pod', '--bound-object-name=work-abcde']
  return clientOf(world, ['kopiur-mover', '-n', namespace, ...bound])
}

const report = { metadata: { annotations: { [`${GROUP}/outcome`]: '{}', [`${GROUP}/progress`]: '{"bytes":1}' } } }

/** Each would be something else than a report. */
const MORE: ReadonlyArray<JsonObject> = [
  { metadata: { annotations: { [`${GROUP}/allow-mass-deletion`]: 'x' } } },
  { metadata: { annotations: { own: 'changed' } } },
  { metadata: { annotations: { own: null } } },
  { metadata: { labels: { own: 'changed' } } },
  { metadata: { labels: { more: 'label' } } },
  { metadata: { finalizers: ['example.org/stay'] } },
  { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'default', uid: 'x' }] } },
  { spec: { suspend: false } },
]

export const narrowRights: ReadonlyArray<InstallationScenario> = [
  {
    name: 'a mover may report on its own Job and change nothing else',
    play: async (world, stage) => {
      await stage.apply(together(secret(), folderRepository('store')))
      await waitFor('the ServiceAccount of movers', () => world.kubectl.get('sa', 'kopiur-mover', stage.namespace))
      await stage.apply(JOBS)
      const mover = await moverOf(world, stage)
      const patch = (name: string, body: JsonObject) =>
        mover.patch(refOf(stage, 'Job', name), { type: 'merge', body })()
      await waitFor('its rights', async () => (E.isRight(await patch('work', report)) ? true : undefined))
      expect(await patch('other', report)).toMatchObject({ left: { code: 422 } })
      for (const body of MORE)
        expect([body, await patch('work', body)]).toEqual([body, expect.objectContaining({ _tag: 'Left' })])
      const work = refOf(stage, 'Job', 'work')
      expect(await mover.get({ ...work, namespace: 'default' })()).toMatchObject(FORBIDDEN)
      expect(await mover.remove(work)()).toMatchObject(FORBIDDEN)
      const password = { apiVersion: 'v1', kind: 'Secret', namespace: stage.namespace, name: 'password' }
      expect(await mover.get(password)()).toMatchObject(FORBIDDEN)
    },
  },
  {
    name: 'the service writes and deletes no Secret but its own',
    play: async (world, stage) => {
      await stage.apply(secret('theirs'))
      const service = await clientOf(world, ['kopiur-hooks', '-n', 'kopiur-system'])
      const object = (name: string, labels: JsonObject) => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace: stage.namespace, labels: JSON.parse(JSON.stringify(labels)) },
      })
      const ref = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', namespace: stage.namespace, name })
      const managed = { 'app.kubernetes.io/managed-by': 'kopiur' }
      expect(await service.create(object('unmarked', {}))()).toMatchObject({ left: { code: 422 } })
      expect(await service.create(object('marked', managed))()).toMatchObject({ _tag: 'Right' })
      expect(await service.update(object('theirs', managed))()).toMatchObject({ left: { code: 422 } })
      expect(await service.remove(ref('theirs'))()).toMatchObject({ left: { code: 422 } })
      expect(await service.remove(ref('marked'))()).toMatchObject({ _tag: 'Right' })
    },
  },
]
