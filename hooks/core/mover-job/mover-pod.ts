import { pinToNode } from './affinity'
import { cacheMount, cacheVolume, mergeCache } from './cache-volume'
import { envFrom, passwordEnv } from './credentials'
import { moverEnv } from './mover-env'
import type { MoverJobRequest } from './mover-job-request'
import type { Opaque } from './mover-layer'
import { podVolume, volumeMount } from './mover-volume'
import { mergeSecurityContexts, settleRoot } from './security-contexts'

/** Time to upload the packs in flight and to write a checkpoint after SIGTERM. */
const TERMINATION_GRACE_SECONDS = 120

/** The pod template of a mover Job. */
export const moverPod = (request: MoverJobRequest, workSpec: string, labels: Opaque): Opaque => {
  const contexts = settleRoot(mergeSecurityContexts(request.layers))
  return {
    metadata: { labels, ...presentMap('annotations', request.placement?.podAnnotations) },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: request.serviceAccount ?? request.settings.serviceAccount,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: TERMINATION_GRACE_SECONDS,
      securityContext: contexts.pod,
      ...placementFields(request),
      ...pullSecrets(request.settings.imagePullSecrets),
      containers: [container(request, workSpec, contexts.container)],
      volumes: [cacheVolume(mergeCache(request.layers), request.cacheClaim), ...request.volumes.map(podVolume)],
    },
  }
}

const container = (request: MoverJobRequest, workSpec: string, securityContext: Opaque): Opaque => ({
  name: 'mover',
  image: request.settings.image,
  ...(request.settings.imagePullPolicy === undefined ? {} : { imagePullPolicy: request.settings.imagePullPolicy }),
  env: [...moverEnv(request, workSpec), ...passwordEnv(request.credentials)],
  envFrom: envFrom(request.credentials),
  ...presentMap('resources', resources(request)),
  securityContext,
  volumeMounts: [cacheMount, ...request.volumes.map(volumeMount)],
})

/** Requests and limits of layers are overlaid whole: half a pair of another author may contradict the rest. */
const resources = ({ layers }: MoverJobRequest): Opaque =>
  layers.reduce<Opaque>((merged, layer) => ({ ...merged, ...layer.resources }), {})

const placementFields = ({ placement, node }: MoverJobRequest): Opaque => ({
  ...presentMap('nodeSelector', placement?.nodeSelector),
  ...presentMap('affinity', pinToNode(placement?.affinity, node?.name)),
  ...presentList('tolerations', [...(placement?.tolerations ?? []), ...(node?.tolerations ?? [])]),
})

const pullSecrets = (names: ReadonlyArray<string>): Opaque =>
  presentList(
    'imagePullSecrets',
    names.map((name) => ({ name })),
  )

/** Empty maps and lists are left out: the API server would drop them. */
const presentMap = (field: string, value: Opaque | undefined): Opaque =>
  value === undefined || Object.keys(value).length === 0 ? {} : { [field]: value }

const presentList = (field: string, value: ReadonlyArray<unknown>): Opaque =>
  value.length === 0 ? {} : { [field]: value }
