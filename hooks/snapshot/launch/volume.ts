import { kubeObject } from '../../../api/kubernetes/object'
import { claimRef } from '../../core/kube'
import type { MoverVolume } from '../../core/mover-job'
import { sourceOf, stagedAnswerOf, type ReadyStage, type Source } from '../../core/snapshot-run'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { refuse } from '../waiting'
import { nodeOf, podsAround, type Node } from './colocation'
import type { PolicyPlace } from './policy-of'
import type { RepositoryPlace } from './repository-of'
import { sourceClaim } from './source-claim'
import { stageOfSource } from './staging'

/** What is mounted, under which path kopia records it, and where the mover has to run for that. */
export interface SourceVolume {
  readonly volume: MoverVolume
  readonly sourcePath: string
  /** `namespace/name` of the source claim. */
  readonly pvc?: string
  readonly stage?: ReadyStage
  readonly node?: Node
}

/**
 * The source of the run; what its spec cannot mean ends it. Its claim is read along with the repository, for what it is
 * decides what else has to be read.
 */
export const sourceAhead = (scene: Scene, place: PolicyPlace): Step<Source, Move> =>
  chain(sourceStep(scene, place), (source) =>
    source._tag === 'Claim' && isRead(scene, place)
      ? chain(readStep(kubeObject, scene.reads, claimRef(scene.namespace, source.claim)), () => go<Source>(source))
      : go<Source>(source),
  )

/** A stage that was answered for needs its source no more. */
const isRead = ({ snapshot }: Scene, { policy }: PolicyPlace): boolean =>
  policy.spec.copyMethod === 'Direct' || stagedAnswerOf(snapshot) === undefined

const sourceStep = (scene: Scene, { policy }: PolicyPlace): Step<Source, Move> => {
  const source = sourceOf(scene.snapshot.spec, policy.spec, scene.namespace)
  return '_tag' in source ? go(source) : end(refuse({ ...source, action: 'FixSpec' }, scene.now))
}

export const sourceVolume = (
  scene: Scene,
  policy: PolicyPlace,
  repository: RepositoryPlace,
  source: Source,
): Step<SourceVolume, Move> => {
  if (source._tag === 'Nfs') return go(nfsVolume(source))
  const pvc = `${scene.namespace}/${source.claim}`
  return chain(stageOfSource(scene, policy, source.claim), (stage) =>
    stage !== undefined
      ? go<SourceVolume>({ volume: claimVolume(source, stage.pvcName), sourcePath: source.path, pvc, stage })
      : chain(nodeOfSource(scene, repository, source.claim), (node) =>
          go<SourceVolume>({
            volume: claimVolume(source, source.claim),
            sourcePath: source.path,
            pvc,
            ...(node === undefined ? {} : { node }),
          }),
        ),
  )
}

const nodeOfSource = (scene: Scene, repository: RepositoryPlace, name: string): Step<Node | undefined, Move> =>
  chain(sourceClaim(scene, name), (claim) =>
    chain(podsAround(scene, repository, claim), (pods) => nodeOf(scene, repository, { claim, pods })),
  )

/** kopia records the path of the source; the mount has a plain one, so that no override can cover the mover's own files. */
const claimVolume = (source: Extract<Source, { readonly _tag: 'Claim' }>, claim: string): MoverVolume => ({
  name: 'source',
  mountPath: `/pvc/${source.claim}`,
  access: source.readOnly ? 'ReadOnly' : 'ReadOnlyMount',
  from: { claim },
})

const nfsVolume = (source: Extract<Source, { readonly _tag: 'Nfs' }>): SourceVolume => ({
  volume: {
    name: 'source',
    mountPath: source.export === '/' ? '/nfs' : `/nfs${source.export}`,
    access: 'ReadOnly',
    from: { nfs: { server: source.server, path: source.export } },
  },
  sourcePath: source.path,
})
