import { join } from 'node:path'
import type { RunningEngine } from './engine/engine'
import { kubectlOf } from './kubectl'
import type { Cluster } from './provider/provider'
import { folderRepository } from './stage/manifests'
import { waitFor } from './wait'

const OVERLAY = join(process.cwd(), 'manifests/overlays/cluster')
export const OPERATOR_NAMESPACE = 'kopiur-system'

/** Installs the product and waits until its hooks answer. */
export const install = async (cluster: Cluster, engine: RunningEngine): Promise<void> => {
  const kubectl = kubectlOf(cluster)
  await engine.apply(await kubectl.run(['kustomize', OVERLAY]))
  await kubectl.run(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  await kubectl.run(['-n', OPERATOR_NAMESPACE, 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=180s'])
  // A pod that is ready is not yet one that the Service leads to from everywhere.
  const probe = folderRepository('probe', '', 'probe').replaceAll('NAMESPACE', 'default')
  await waitFor('admission to answer', async () =>
    kubectl.run(['create', '--dry-run=server', '-f', '-'], { input: probe }),
  )
}
