import { policy, restoreOf, snapshot, together } from '../stage/manifests'
import { conditionOf, eventually, inPhase, remove } from '../stage/see'
import type { Scenario } from '../stage/stage'
import { makeGround, openStore, withSnapshots } from './ground'
import { allowRoot, AS_WORKLOAD, isAllowed, isRefused, newClaim, podOf, workloadRuns } from './mover-ground'

/** A workload that only waits, as the user 2500. */
const WORKLOAD = `apiVersion: v1
kind: Pod
metadata: { name: app, namespace: NAMESPACE, labels: { app: pg } }
spec:
  securityContext: { runAsNonRoot: true, fsGroup: 2500, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: app
      image: kopiur.test/tool:1
      args: ["-e", "setInterval(() => undefined, 1000)"]
      securityContext: { runAsUser: 2500, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
`

export const movers: ReadonlyArray<Scenario> = [
  {
    name: 'a mover runs as the user and with the cache that its Restore asks for',
    play: async (stage) => {
      openStore(await withSnapshots(stage, ['one']))
      const mover = `  mover:
    securityContext: { runAsUser: 2000 }
    podSecurityContext: { fsGroup: 2000 }
    cache: { mode: Ephemeral, capacity: 2Gi }
`
      await stage.apply(restoreOf('one', newClaim('copy'), 'back', mover))
      expect(await podOf(stage, 'back')).toMatchObject({
        securityContext: { fsGroup: 2000 },
        containers: [{ securityContext: { runAsUser: 2000 } }],
        volumes: expect.arrayContaining([
          {
            name: 'kopia-cache',
            ephemeral: {
              volumeClaimTemplate: expect.objectContaining({
                spec: expect.objectContaining({ resources: { requests: { storage: '2Gi' } } }),
              }),
            },
          },
        ]),
      })
      await eventually(stage, 'Restore', 'back', inPhase('Completed'))
    },
  },
  {
    name: 'a mover that is root waits for the leave of its namespace, however root is asked for',
    limitSeconds: 300,
    play: async (stage) => {
      await withSnapshots(stage, ['one'])
      const asRoot = policy('data', '  mover: { securityContext: { runAsUser: 0 } }\n', 'root')
      await stage.apply(together(asRoot, snapshot('first', '', 'root')))
      const held = await eventually(stage, 'Snapshot', 'first', isRefused)
      expect(conditionOf(held, 'MoverPermitted')?.message).toContain('kopiur.home-operations.com/privileged-movers')
      await stage.apply(restoreOf('one', newClaim('a'), 'flag', '  mover: { privilegedMode: true }\n'))
      await stage.apply(restoreOf('one', newClaim('b'), 'pod', '  mover: { podSecurityContext: { runAsUser: 0 } }\n'))
      for (const name of ['flag', 'pod']) await eventually(stage, 'Restore', name, isRefused)
      await allowRoot(stage)
      await eventually(stage, 'Snapshot', 'first', isAllowed)
      for (const name of ['flag', 'pod']) await eventually(stage, 'Restore', name, isAllowed)
      // A pod that is root is refused by the restricted Pod Security Standard of this namespace: it would be tried for minutes.
      for (const name of ['flag', 'pod']) await remove(stage, 'Restore', name)
      await remove(stage, 'Snapshot', 'first')
    },
  },
  {
    name: 'a mover takes over the user and groups of a workload',
    only: 'real',
    play: async (stage) => {
      const ground = await makeGround(stage, { policyFields: AS_WORKLOAD })
      await stage.apply(WORKLOAD)
      await workloadRuns(stage)
      await eventually(stage, 'Repository', 'store', inPhase('Ready'))
      openStore(ground)
      await stage.apply(snapshot('first'))
      const asWorkload = { securityContext: { fsGroup: 2500 }, containers: [{ securityContext: { runAsUser: 2500 } }] }
      expect(await podOf(stage, 'first')).toMatchObject(asWorkload)
      await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
      await stage.apply(restoreOf('first', newClaim('copy'), 'back', AS_WORKLOAD))
      expect(await podOf(stage, 'back')).toMatchObject(asWorkload)
      await eventually(stage, 'Restore', 'back', inPhase('Completed'))
    },
  },
]
