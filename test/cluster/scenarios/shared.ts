import { OPERATOR_NAMESPACE } from '../install'
import { writeFiles } from '../stage/files'
import { PASSWORD, s3Secret, snapshot, together } from '../stage/manifests'
import { observe } from '../stage/observer'
import { conditionOf, eventually, inPhase, kopiaId, look, refOf } from '../stage/see'
import type { Scenario } from '../stage/stage'
import { waitFor } from '../wait'
import {
  makeSharedRepository,
  removeNamespace,
  removeSharedRepository,
  sharedPolicy,
  sharedSeen,
} from './cluster-ground'

export const shared: ReadonlyArray<Scenario> = [
  {
    name: 'a shared repository serves a namespace that has its Secret, and keeps what it saved when that namespace is deleted',
    limitSeconds: 420,
    play: async (stage) => {
      writeFiles((await stage.volume('data')).folder, 20)
      const s3 = await makeSharedRepository(stage)
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
      await removeSharedRepository(stage)
    },
  },
  {
    name: 'a shared repository gets its Maintenance, in the namespace of the service',
    play: async (stage) => {
      await makeSharedRepository(stage)
      const repository = await sharedSeen(
        stage,
        (one) => conditionOf(one, 'MaintenanceConfigured')?.status === 'True' && inPhase('Ready')(one),
      )
      const maintenance = refOf({ ...stage, namespace: OPERATOR_NAMESPACE }, 'Maintenance', stage.namespace)
      const { apiVersion, kind, metadata } = repository
      expect(await look(stage.kube, maintenance)).toMatchObject({
        metadata: { ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }] },
        spec: { repository: { kind, name: metadata.name }, schedule: { quick: { cron: '0 */6 * * *' } } },
      })
      await removeSharedRepository(stage)
      await waitFor('the Maintenance to go', async () =>
        (await look(stage.kube, maintenance)) === undefined ? true : undefined,
      )
    },
  },
]
