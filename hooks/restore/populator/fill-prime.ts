import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { ClaimRecord } from '../../../api/kinds/restore'
import { present } from '../../core/json/present'
import { claimRefusal, readAs } from '../../core/kube'
import { getNeed } from '../../need'
import { directPlan } from '../direct'
import { namespaceOf } from '../names'
import type { PersistentVolumeClaim } from '../target/claim'
import type { Plan } from '../plan'
import { ask, type Step } from '../walk'
import type { ClaimMove } from './claim-move'
import { runOf, type ClaimScene } from './claim-scene'
import { primeClaim, primeName, SELECTED_NODE } from './prime'
import { recordRun } from './record-run'

const SCHEDULE_SECONDS = 15
const CLAIM_SECONDS = 1

/** Makes the prime and runs the restore into it. */
export const fillPrime = (scene: ClaimScene, prime: PersistentVolumeClaim | undefined): Step<ClaimMove> => {
  if (prime !== undefined)
    return pipe(
      runPlan(scene),
      E.orElse((plan) => (plan._tag === 'Ask' || plan._tag === 'CannotAnswer' ? E.left(plan) : E.right(plan))),
      E.map((plan) => recordRun(scene, plan)),
    )
  if (scene.record?.phase === 'Populating') return E.right(primeLost(scene))
  return pipe(
    mayBeMade(scene),
    E.map((may) => (may ? making(scene) : waitingForPod(scene))),
  )
}

/** The next step of the run into the prime. */
export const runPlan = (scene: ClaimScene): Step<Plan> =>
  directPlan(runOf(scene), { jobs: scene.jobs, member: memberOf(scene), ...earlierChoice(scene) }, scene.circumstances)

const earlierChoice = ({ restore }: ClaimScene) => present(restore.status?.resolved, (earlier) => ({ earlier }))

const memberOf = ({ restore, claim }: ClaimScene) => ({ namespace: namespaceOf(restore), name: claim.metadata.name })

const storageClass = t.partial({ volumeBindingMode: t.string })

/** A class that waits for its first consumer binds only once the scheduler has chosen a node. */
const mayBeMade = ({ claim, circumstances }: ClaimScene): Step<boolean> => {
  const name = claim.spec?.storageClassName
  if (name === undefined || name === '' || claim.metadata.annotations?.[SELECTED_NODE] !== undefined)
    return E.right(true)
  const need = getNeed({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name })
  const read = readAs(storageClass)(circumstances.reads, need)
  if (read._tag === 'NotRead') return ask(need)
  return E.right(read._tag !== 'Found' || read.value.volumeBindingMode !== 'WaitForFirstConsumer')
}

const making = (scene: ClaimScene): ClaimMove => {
  const refused = claimRefusal(primeName(scene.uid), scene.circumstances.refusals)
  return refused === undefined
    ? {
        ...pending(scene, 'PopulatingPrimePvc', 'The claim that is filled first is being created.', CLAIM_SECONDS),
        effects: [{ _tag: 'CreateClaim', claim: primeClaim(scene.claim) }],
      }
    : pending(scene, 'TargetClaimRefused', `The API server refused ${primeName(scene.uid)}: ${refused.message}`, 60)
}

const waitingForPod = (scene: ClaimScene): ClaimMove =>
  pending(scene, 'AwaitingPodSchedule', 'The claim waits for a pod that uses it.', SCHEDULE_SECONDS)

const pending = ({ claim, uid, record }: ClaimScene, reason: string, message: string, againIn: number): ClaimMove => ({
  claim: claim.metadata.name,
  record: { ...(record ?? { uid }), phase: 'Pending', reason, message, pvcPrime: primeName(uid) },
  againIn,
})

const primeLost = ({ claim, uid, record }: ClaimScene): ClaimMove => {
  const message = `Claim ${primeName(uid)} was deleted while it was filled. Delete claim ${claim.metadata.name} and make it again.`
  const lost: ClaimRecord = { ...(record ?? { uid }), phase: 'Failed', reason: 'PrimeClaimLost', message }
  return {
    claim: claim.metadata.name,
    record: lost,
    event: { type: 'Warning', reason: 'PrimeClaimLost', action: 'RecreateClaim', message },
  }
}
