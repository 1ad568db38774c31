import { untilAdmitted } from '../install'
import { refused } from '../refused'
import { folderRepository, policy, schedule, secret, snapshot, together } from '../stage/manifests'
import { eventually, gone, inPhase } from '../stage/see'
import { waitFor } from '../wait'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const SYSTEM = 'kopiur-system'
const GROUP = 'kopiur.home-operations.com'

const scaleHooks = async ({ kubectl }: World, replicas: number): Promise<void> => {
  await kubectl.run(['-n', SYSTEM, 'scale', 'deployment/kopiur-hooks', `--replicas=${replicas}`])
  await kubectl.run(['-n', SYSTEM, 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=180s'])
  // A pod that is leaving still answers on connections that are open.
  await waitFor('exactly these pods', async () => {
    const pods = await kubectl.list('pods', SYSTEM, 'app.kubernetes.io/name=kopiur-hooks')
    return pods.length === replicas ? true : undefined
  })
}

/** A Job that never makes a pod. */
const SUSPENDED_JOB = `apiVersion: batch/v1
kind: Job
metadata:
  name: work
  namespace: NAMESPACE
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: work, image: kopiur.test/tool:1 }]
`

export const admission: ReadonlyArray<InstallationScenario> = [
  {
    name: 'an object that breaks a rule is refused with its field and the reason',
    play: async (_world, stage) => {
      const late = await refused(stage.apply(schedule('61 * * * *')))
      expect(late).toContain('spec.schedule.cron')
      const alone = await refused(stage.apply(policy('data').replace(/ {2}sources:.*\n/, '  sources: []\n')))
      expect(alone).toContain('spec.sources')
      expect(await refused(stage.apply(folderRepository('store', '  unheardOf: true\n')))).toContain('unheardOf')
    },
  },
  {
    name: 'while the service is down nothing of ours is made unseen, and nothing else is held up',
    play: async (world, stage) => {
      const { kubectl } = world
      await stage.volume('store')
      await stage.apply(together(secret(), folderRepository('store'), policy('data'), snapshot('waiting')))
      await eventually(stage, 'Repository', 'store', inPhase('Ready'))
      await eventually(stage, 'Snapshot', 'waiting', ({ metadata }) => (metadata.finalizers ?? []).length > 0)
      await scaleHooks(world, 0)
      try {
        expect(await refused(stage.apply(schedule('H * * * *')))).toContain(`validate.${GROUP}`)
        await stage.apply('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other, namespace: NAMESPACE }\n')
        await stage.apply(SUSPENDED_JOB)
        const inNamespace = ['-n', stage.namespace]
        await kubectl.run([...inNamespace, 'delete', 'repository', 'store', '--timeout=30s'])
        await kubectl.run([...inNamespace, 'delete', 'snapshot', 'waiting', '--wait=false'])
        const dying = await eventually(
          stage,
          'Snapshot',
          'waiting',
          ({ metadata }) => metadata.deletionTimestamp !== undefined,
        )
        expect(dying.metadata.finalizers).toEqual(['metacontroller.io/compositecontroller-kopiur-snapshot'])
        const bare = JSON.stringify({ metadata: { finalizers: null } })
        await kubectl.run([...inNamespace, 'patch', 'snapshot', 'waiting', '--type=merge', '-p', bare])
        await gone(stage, 'Snapshot', 'waiting')
      } finally {
        await scaleHooks(world, 2)
        await untilAdmitted(kubectl)
      }
      await stage.apply(schedule('H * * * *'))
    },
  },
]
