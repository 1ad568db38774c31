import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { claimPod, listAs, podsOfNamespace, usesClaim, type ClaimPod } from '../../core/kube'
import type { Circumstances } from '../../hook'
import { ask, wait, type Step } from '../walk'

/** Label `op` of the Jobs and pods that restore. */
export const RESTORE_OPERATION = 'restore'

/** A pod that has not ended and mounts the claim. */
export interface ClaimUser {
  readonly pod: string
  /** A mover of ours, not somebody's workload. */
  readonly isMover: boolean
  /** A mover that writes into the claim. */
  readonly isRestore: boolean
  readonly node?: string
  readonly running: boolean
  readonly tolerations: ReadonlyArray<{ readonly [field: string]: unknown }>
}

/** Who uses a claim, those that run first. */
export const claimUsers = (
  namespace: string,
  claim: string,
  { reads }: Circumstances,
): Step<ReadonlyArray<ClaimUser>> => {
  const need = podsOfNamespace(namespace)
  const read = listAs(claimPod)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Forbidden':
      return wait({ _tag: 'TargetUnclear', what: 'Pods', message: read.message })
    case 'Listed':
      return pipe(E.right(read.items.filter(usesClaim(claim)).map(toUser).sort(runningFirst)))
  }
}

const toUser = ({ metadata, spec, status }: ClaimPod): ClaimUser => ({
  pod: metadata.name,
  isMover: metadata.labels?.[Label.managedBy] === MANAGED_BY,
  isRestore: metadata.labels?.[Label.managedBy] === MANAGED_BY && metadata.labels[Label.op] === RESTORE_OPERATION,
  ...(spec?.nodeName === undefined ? {} : { node: spec.nodeName }),
  running: status?.phase === 'Running',
  tolerations: spec?.tolerations ?? [],
})

const runningFirst = (a: ClaimUser, b: ClaimUser): number =>
  Number(b.running) - Number(a.running) || (a.pod < b.pod ? -1 : 1)
