import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../api/kubernetes/object'
import { caBundleOf } from '../core/repository'
import type { ChildDecision, Circumstances } from '../hook'
import { batchJob } from './deletion/batch-job'
import { isBatchJob } from './deletion/batch-of'
import type { DeletionDecision } from './deletion/decide-deletions'
import { discoveryOf, type DiscoveryDecision } from './discovery/decide-discovery'
import type { Observed } from './observed'

interface JobDecisions {
  readonly discovery: DiscoveryDecision
  readonly deletions: DeletionDecision
}

/** Every observed Job is kept or dropped, and at most one of each sort is made. */
export const jobChildren = (
  observed: Observed,
  decisions: JobDecisions,
  circumstances: Pick<Circumstances, 'settings' | 'reads'>,
): ReadonlyArray<ChildDecision> => [
  ...observed.jobs.map((job) => fateOf(job, discoveryOf(observed)?.job, decisions)),
  ...(decisions.discovery.create === undefined ? [] : [create(decisions.discovery.create)]),
  ...batch(observed, decisions.deletions, circumstances),
]

const create = (wanted: { readonly object: KubeObject; readonly reason: string }): ChildDecision => ({
  _tag: 'create',
  ...wanted,
})

const fateOf = (job: KubeObject, discovery: KubeObject | undefined, decisions: JobDecisions): ChildDecision => {
  const reason =
    job === discovery
      ? decisions.discovery.drop
      : isBatchJob(job) && decisions.deletions.spent.has(job.metadata.name)
        ? 'all its members are gone, or it failed and has rested'
        : undefined
  return reason === undefined ? { _tag: 'keep', object: stub(job) } : { _tag: 'drop', object: stub(job), reason }
}

/** A kept Job is named only: its text is never applied, and if it has just gone no second one comes of it. */
export const stub = ({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
})

const batch = (
  observed: Observed,
  { fire }: DeletionDecision,
  { settings, reads }: Pick<Circumstances, 'settings' | 'reads'>,
): ReadonlyArray<ChildDecision> => {
  const bundle = caBundleOf(observed.ref, observed.repository.spec, settings, reads)
  return fire.length === 0 || bundle._tag === 'NotRead' || bundle._tag === 'Unusable'
    ? []
    : batchThatFits(observed, fire, bundle._tag === 'Pem' ? bundle.pem : undefined, settings)
}

/** A batch whose work spec is too large is halved; the rest goes with the next one. */
const batchThatFits = (
  observed: Observed,
  members: DeletionDecision['fire'],
  caBundle: string | undefined,
  settings: Circumstances['settings'],
): ReadonlyArray<ChildDecision> => {
  const job = batchJob(observed, members, caBundle, settings)
  if (E.isLeft(job))
    return members.length === 1
      ? []
      : batchThatFits(observed, members.slice(0, Math.ceil(members.length / 2)), caBundle, settings)
  return observed.jobs.some(({ metadata }) => metadata.name === job.right.metadata.name)
    ? []
    : [create({ object: job.right, reason: `${members.length} kopia snapshots are to be deleted` })]
}
