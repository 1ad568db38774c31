import * as E from 'fp-ts/Either'
import { conditionOf, look, refOf, type Seen } from '../stage/see'
import type { Stage } from '../stage/stage'
import { waitFor } from '../wait'

export const newClaim = (name: string): string =>
  `{ pvc: { name: ${name}, capacity: 1Gi, storageClassName: immediate } }`

/** What of a Job's pod is asked here. */
interface PodTemplate {
  readonly securityContext?: object
  readonly containers: ReadonlyArray<{
    readonly securityContext?: object
    readonly volumeMounts?: ReadonlyArray<object>
  }>
  readonly volumes?: ReadonlyArray<object>
}

/** The pod that a Job asks for, seen while the Job is there. */
export const podOf = (stage: Stage, job: string): Promise<PodTemplate> =>
  waitFor(`the Job ${job}`, async () => {
    const seen = await look(stage.kube, refOf(stage, 'Job', job))
    return seen === undefined ? undefined : (seen.spec?.['template'] as { readonly spec: PodTemplate }).spec
  })

const patchNamespace = async ({ kube, namespace: name }: Stage, metadata: KubePatch): Promise<void> => {
  const patched = await kube.patch(
    { apiVersion: 'v1', kind: 'Namespace', name },
    { type: 'merge', body: { metadata } },
  )()
  if (E.isLeft(patched)) throw new Error(patched.left.message)
}
type KubePatch = Record<string, Record<string, string>>

/** The word of the namespace that movers may be root. */
export const allowRoot = (stage: Stage): Promise<void> =>
  patchNamespace(stage, { annotations: { 'kopiur.home-operations.com/privileged-movers': 'true' } })

/** Lifts the restricted Pod Security Standard, under which no pod may be root. */
export const admitRoot = (stage: Stage): Promise<void> =>
  patchNamespace(stage, { labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } })

export const isRefused = (seen: Seen): boolean => {
  const permitted = conditionOf(seen, 'MoverPermitted')
  return permitted?.status === 'False' && permitted.reason === 'PrivilegedMoverNotPermitted'
}
export const isAllowed = (seen: Seen): boolean => conditionOf(seen, 'MoverPermitted')?.status === 'True'

/** Waits for the pod `app`, where pods run. */
export const workloadRuns = async (stage: Stage): Promise<void> => {
  if (stage.name === 'embedded') return
  const ref = { apiVersion: 'v1', kind: 'Pod', namespace: stage.namespace, name: 'app' }
  await waitFor('the workload to run', async () =>
    (await look(stage.kube, ref))?.status?.phase === 'Running' ? true : undefined,
  )
}

/** A mover like the pods labelled `app: pg`. */
export const AS_WORKLOAD =
  '  mover: { inheritSecurityContextFrom: { workloadSelector: { podSelector: { matchLabels: { app: pg } } } } }\n'
