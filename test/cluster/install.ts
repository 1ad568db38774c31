import { join } from 'node:path'
import type { RunningEngine } from './engine/engine'
import { HOOKS_IMAGE, MOVER_IMAGE } from './images'
import { kubectlOf } from './kubectl'
import type { Cluster } from './provider/provider'

const OVERLAY = join(process.cwd(), 'manifests/overlays/cluster')
const PUBLISHED = /ghcr\.io\/home-operations\/kopiur-metacontroller-(hooks|mover):[\w.-]+/g
export const OPERATOR_NAMESPACE = 'kopiur-system'

/** What `kubectl apply -k` would apply, with the images that were built here. */
export const renderInstall = async (cluster: Cluster, overlay = OVERLAY): Promise<string> =>
  (await kubectlOf(cluster).run(['kustomize', overlay])).replace(PUBLISHED, (_whole, program: string) =>
    program === 'hooks' ? HOOKS_IMAGE : MOVER_IMAGE,
  )

/** Installs the product and waits until its hooks answer. */
export const install = async (cluster: Cluster, engine: RunningEngine): Promise<void> => {
  const kubectl = kubectlOf(cluster)
  await engine.apply(await renderInstall(cluster))
  await kubectl.run(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  await kubectl.run(['-n', OPERATOR_NAMESPACE, 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=180s'])
}
