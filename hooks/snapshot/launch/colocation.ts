import * as t from 'io-ts'
import { claimPod, podsOfNamespace, usesClaim, volumeRef, type ClaimPod } from '../../core/kube'
import type { Opaque } from '../../core/mover-job'
import { chain, end, go, listStep, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, waitFor } from '../waiting'
import type { RepositoryPlace } from './repository-of'
import type { Claim } from './source-claim'

export interface Node {
  readonly name: string
  readonly tolerations?: ReadonlyArray<Opaque>
}

/** The pods that might hold the source; nothing where it does not matter, or they may not be listed. */
export const podsAround = (
  scene: Scene,
  place: RepositoryPlace,
  claim: Claim | undefined,
): Step<ReadonlyArray<ClaimPod>, never> =>
  colocationMode(place) === 'Disabled' || claim === undefined || sharingOf(claim) === 'Shared'
    ? go([])
    : chain(listStep(claimPod, scene.reads, podsOfNamespace(scene.namespace)), (listed) =>
        go(listed._tag === 'Listed' ? listed.items : []),
      )

/** The node where a volume is in use that only one node, or one pod, can mount; nothing where it does not matter. */
export const nodeOf = (
  scene: Scene,
  place: RepositoryPlace,
  { claim, pods }: { readonly claim: Claim | undefined; readonly pods: ReadonlyArray<ClaimPod> },
): Step<Node | undefined, Move> => {
  const mode = colocationMode(place)
  if (mode === 'Disabled' || claim === undefined) return go(undefined)
  const sharing = sharingOf(claim)
  const holder = holderOf(pods, claim.metadata.name)
  if (sharing === 'Shared') return go(undefined)
  if (sharing === 'OnePod') return holder === undefined ? go(undefined) : end(heldByPod(scene, claim, holder))
  const node = holder === undefined ? undefined : nodeOfPod(holder)
  return node === undefined ? nodeOfVolume(scene, claim, mode) : go(node)
}

const colocationMode = ({ repository }: RepositoryPlace) =>
  repository.spec.moverDefaults?.sourceColocation?.mode ?? 'Auto'

/** By the modes the volume has, else by those it asks for; none is the narrow one. */
const sharingOf = ({ status, spec }: Claim): 'Shared' | 'OneNode' | 'OnePod' => {
  const modes = status?.accessModes ?? spec.accessModes ?? []
  return modes.some((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany')
    ? 'Shared'
    : modes.includes('ReadWriteOncePod')
      ? 'OnePod'
      : 'OneNode'
}

/** A running pod that mounts the claim, else any that does and has not ended. */
const holderOf = (pods: ReadonlyArray<ClaimPod>, claimName: string): ClaimPod | undefined => {
  const mounting = pods.filter(usesClaim(claimName))
  return mounting.find(({ status }) => status?.phase === 'Running') ?? mounting[0]
}

const nodeOfPod = ({ spec }: ClaimPod): Node | undefined =>
  spec?.nodeName === undefined
    ? undefined
    : { name: spec.nodeName, ...(spec.tolerations === undefined ? {} : { tolerations: spec.tolerations }) }

const HOSTNAME = 'kubernetes.io/hostname'

const term = t.partial({
  matchExpressions: t.array(
    t.intersection([t.type({ key: t.string, operator: t.string }), t.partial({ values: t.array(t.string) })]),
  ),
})
const volume = t.type({
  spec: t.partial({ nodeAffinity: t.partial({ required: t.type({ nodeSelectorTerms: t.array(term) }) }) }),
})

const nodeOfVolume = (scene: Scene, { spec }: Claim, mode: 'Auto' | 'Required'): Step<Node | undefined, Move> => {
  const unknown = mode === 'Required' ? end(nodeUnknown()) : go(undefined)
  if (spec.volumeName === undefined) return unknown
  return chain(readStep(volume, scene.reads, volumeRef(spec.volumeName)), (read) => {
    const terms = read._tag === 'Found' ? (read.value.spec.nodeAffinity?.required?.nodeSelectorTerms ?? []) : []
    const name = terms
      .flatMap(({ matchExpressions = [] }) => matchExpressions)
      .find(({ key, operator, values }) => key === HOSTNAME && operator === 'In' && values?.length === 1)?.values?.[0]
    return name === undefined ? unknown : go({ name })
  })
}

const nodeUnknown = (): Move =>
  waitFor(
    {
      reason: 'SourceNodeUnknown',
      message:
        'moverDefaults.sourceColocation.mode is Required, and no node is known that holds the source; start its workload or set the mode to Auto.',
    },
    30,
  )

const heldByPod = (scene: Scene, claim: Claim, { metadata }: ClaimPod): Move =>
  blockedOn({
    reason: 'SourceHeldByPod',
    message: `Claim ${scene.namespace}/${claim.metadata.name} is ReadWriteOncePod and pod ${metadata.name} holds it. Scale it down for the time of the backup, or give the claim the access mode ReadWriteOnce.`,
    action: 'FixSpec',
  })
