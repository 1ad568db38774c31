import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { ClaimRecord, Restore } from '../../../api/kinds/restore'
import type { KubeObject } from '../../../api/kubernetes/object'
import { listAs } from '../../core/kube'
import type { Circumstances } from '../../hook'
import { jobName, secondJobName } from '../names'
import { isPinned } from '../phase'
import type { Plan } from '../plan'
import { ask, both, stop, type Step } from '../walk'
import type { ClaimMove } from './claim-move'
import { moveClaim } from './move-claim'
import { runOf, type ClaimScene } from './claim-scene'
import { asksFor, claimsNeed, userClaim, type UserClaim } from './user-claim'

/** One move for each claim; those that want to read do so in one round. */
export const populatorPlan = (
  restore: Restore,
  jobs: ReadonlyArray<KubeObject>,
  circumstances: Circumstances,
): Step<Plan> =>
  pipe(
    claimsOf(restore, circumstances),
    E.chain((claims) =>
      pipe(
        claims
          .map((claim) => moveClaim(sceneOf(restore, claim, jobs, circumstances)))
          .reduce(
            (all, move) =>
              pipe(
                both(all, move),
                E.map(([moves, one]): ReadonlyArray<ClaimMove> => [...moves, one]),
              ),
            NONE,
          ),
        E.map((moves): Plan => ({ _tag: 'Populate', moves, gone: goneRecords(restore, claims) })),
      ),
    ),
  )

const NONE: Step<ReadonlyArray<ClaimMove>> = E.right([])

const claimsOf = (restore: Restore, { reads }: Circumstances): Step<ReadonlyArray<UserClaim>> => {
  const need = claimsNeed(restore)
  const read = listAs(userClaim)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `the claims of the namespace may not be listed: ${read.message}` })
    case 'Listed':
      return E.right([...read.items.filter(asksFor(restore))].sort(byName))
  }
}

const byName = (a: UserClaim, b: UserClaim): number => (a.metadata.name < b.metadata.name ? -1 : 1)

const sceneOf = (
  restore: Restore,
  claim: UserClaim,
  jobs: ReadonlyArray<KubeObject>,
  circumstances: Circumstances,
): ClaimScene => {
  const uid = claim.metadata.uid ?? ''
  const record = recordOf(restore, claim.metadata.name, uid)
  const run = runOf({ restore, uid, record })
  const own = [jobName(run), secondJobName(run)]
  return {
    restore,
    claim,
    uid,
    record,
    circumstances,
    jobs: jobs.filter(({ metadata }) => own.includes(metadata.name)),
  }
}

/**
 * What is on record of this very claim. One that was made anew, or came later, is filled from what was chosen before: a
 * newer snapshot takes a new Restore.
 */
const recordOf = ({ spec, status }: Restore, name: string, uid: string): ClaimRecord | undefined => {
  const recorded = status?.claims?.[name]
  if (recorded?.uid === uid) return recorded
  const resolved = 'fromPolicy' in spec.source ? recorded?.resolved : (recorded?.resolved ?? status?.resolved)
  return resolved !== undefined && isPinned({ resolved }) ? { uid, resolved } : undefined
}

/** Records of claims that are gone, or that another claim of the same name has replaced. */
const goneRecords = ({ status }: Restore, claims: ReadonlyArray<UserClaim>) =>
  Object.entries(status?.claims ?? {})
    .filter(([name, { uid }]) => !claims.some(({ metadata }) => metadata.name === name && metadata.uid === uid))
    .map(([claim, record]) => ({ claim, record }))
