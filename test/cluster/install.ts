import type { RunningEngine } from './engine/engine'
import { kubectlOf, type Kubectl } from './kubectl'
import type { Cluster } from './provider/provider'
import { rendered } from './rendered'
import { folderRepository } from './stage/manifests'
import { waitFor } from './wait'

export const OPERATOR_NAMESPACE = 'kopiur-system'

/** Installs the product with components and waits until its hooks answer. */
export const install = async (
  cluster: Cluster,
  engine: RunningEngine,
  components: ReadonlyArray<string>,
): Promise<void> => {
  const kubectl = kubectlOf(cluster)
  await engine.apply(await rendered(kubectl, components))
  await kubectl.run(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  await kubectl.run(['-n', OPERATOR_NAMESPACE, 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=180s'])
  await untilAdmitted(kubectl)
}

/** As many objects in a row are admitted as it takes to ask each pod. */
const IN_A_ROW = 10

/**
 * Waits until admission answers, whichever pod is asked: one that is ready is not yet one that the Service leads to from
 * everywhere, and a certificate that was told of is not yet one that every pod serves.
 */
export const untilAdmitted = async (kubectl: Kubectl, limit?: { readonly limitSeconds: number }): Promise<void> => {
  const probe = folderRepository('probe', '', 'probe').replaceAll('NAMESPACE', 'default')
  const ask = () => kubectl.run(['create', '--dry-run=server', '-f', '-'], { input: probe })
  await waitFor(
    'admission to answer',
    async () => {
      for (let turn = 0; turn < IN_A_ROW; turn += 1) await ask()
      return true
    },
    limit,
  )
}
