import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { AnyRepository } from '../../core/repository'
import type { Circumstances } from '../../hook'
import { wait, type Step } from '../walk'
import { isSingleNode, isSinglePod, type PersistentVolumeClaim } from './claim'
import { claimUsers, type ClaimUser } from './users'

/** The node a mover has to run on; none where the claim can be mounted anywhere. */
export type Node = { readonly name: string; readonly tolerations: ClaimUser['tolerations'] } | undefined

/** A claim that one node mounts sends the mover to that node; one that a single pod mounts must be free. */
export const colocation = (
  claim: PersistentVolumeClaim,
  { spec }: Pick<AnyRepository, 'spec'>,
  circumstances: Circumstances,
): Step<Node> => {
  if (!isSingleNode(claim) || spec.moverDefaults?.sourceColocation?.mode === 'Disabled') return E.right(undefined)
  return pipe(
    claimUsers(claim.metadata.namespace ?? 'default', claim.metadata.name, circumstances),
    E.map((users) => users.filter(({ isMover }) => !isMover)),
    E.chain((users): Step<Node> => {
      const [holder] = users
      if (holder !== undefined && isSinglePod(claim))
        return wait({ _tag: 'TargetHeld', claim: claim.metadata.name, pod: holder.pod })
      const placed = users.find(({ node }) => node !== undefined)
      return E.right(placed?.node === undefined ? undefined : { name: placed.node, tolerations: placed.tolerations })
    }),
  )
}
