import { writeFiles } from '../stage/files'
import { restore, s3Secret, snapshot, together } from '../stage/manifests'
import { conditionOf, eventually, inPhase, kopiaId } from '../stage/see'
import type { Scenario } from '../stage/stage'
import {
  makeSharedRepository,
  neighbour,
  removeNamespace,
  removeSharedRepository,
  sharedPolicy,
  sharedSeen,
} from './cluster-ground'
import { makeGround, openStore } from './ground'
import { admitRoot, allowRoot, AS_WORKLOAD, isAllowed, isRefused, newClaim, podOf, workloadRuns } from './mover-ground'

/** A workload that only waits, as root. */
const ROOT_WORKLOAD = `apiVersion: v1
kind: Pod
metadata: { name: app, namespace: NAMESPACE, labels: { app: pg } }
spec:
  containers:
    - name: app
      image: kopiur.test/tool:1
      args: ["-e", "setInterval(() => undefined, 1000)"]
      securityContext: { runAsUser: 0 }
`

export const rootMovers: ReadonlyArray<Scenario> = [
  {
    name: 'a mover like a workload that is root is root itself, and backs up',
    play: async (stage) => {
      await allowRoot(stage)
      await admitRoot(stage)
      const ground = await makeGround(stage, { policyFields: AS_WORKLOAD })
      await stage.apply(ROOT_WORKLOAD)
      await workloadRuns(stage)
      await eventually(stage, 'Repository', 'store', inPhase('Ready'))
      openStore(ground)
      await stage.apply(snapshot('first'))
      // Beside the hardened `runAsNonRoot: true` the kubelet would never start it.
      expect(await podOf(stage, 'first')).toMatchObject({
        containers: [{ securityContext: { runAsUser: 0, runAsNonRoot: false } }],
      })
      const first = await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded', 'Failed'))
      expect(first.status).toMatchObject({ phase: 'Succeeded', recorded: { uid: 0, src: 'inherited' } })
      expect(conditionOf(first, 'Ready')?.status).toBe('True')
    },
  },
  {
    name: 'a restore out of another namespace as root waits for the leave of its own',
    limitSeconds: 300,
    play: async (stage) => {
      const { folder } = await stage.volume('data')
      writeFiles(folder, 20)
      const s3 = await makeSharedRepository(stage)
      await sharedSeen(stage, inPhase('Ready'))
      const next = await neighbour(stage, s3)
      await stage.apply(together(s3Secret(s3), sharedPolicy, snapshot('first')))
      const first = await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
      const source = `{ snapshotRef: { name: first, namespace: ${stage.namespace} } }`
      await next.apply(restore('back', source, newClaim('copy'), '  mover: { securityContext: { runAsUser: 0 } }\n'))
      const held = conditionOf(await eventually(next, 'Restore', 'back', isRefused), 'MoverPermitted')?.message ?? ''
      expect(held).toContain('Restore back')
      expect(held).toContain(`namespace ${next.namespace} kopiur.home-operations.com/privileged-movers=true`)
      await allowRoot(next)
      await eventually(next, 'Restore', 'back', isAllowed)
      const back = await eventually(next, 'Restore', 'back', inPhase('Completed', 'Failed'))
      expect(back.status).toMatchObject({ phase: 'Completed', resolved: { kopiaSnapshotID: kopiaId(first) } })
      await removeNamespace(stage, next.namespace)
      await removeSharedRepository(stage)
    },
  },
]
