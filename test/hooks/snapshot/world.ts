import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { matchesSelector } from '../../../hooks/core/kube'
import type { Circumstances, Decision, Hook } from '../../../hooks/hook'
import { needKey, type Need, type ReadOutcome, type Reads } from '../../../hooks/need'

/** A cluster as quorum reads see it. Kinds and single reads, by `needKey`, in `forbidden` may not be read. */
export interface World {
  readonly objects: ReadonlyArray<KubeObject>
  readonly forbidden?: ReadonlyArray<string>
}

export interface Answer {
  readonly decision: Decision
  readonly reads: Reads
  readonly rounds: number
}

const outcomeOf = ({ objects, forbidden = [] }: World, need: Need): ReadOutcome => {
  const kind = need._tag === 'Get' ? need.ref.kind : need.kind
  if (forbidden.includes(kind) || forbidden.includes(needKey(need))) return { _tag: 'Forbidden', message: 'forbidden' }
  if (need._tag === 'List')
    return {
      _tag: 'Listed',
      items: objects.filter(
        (o) =>
          o.kind === need.kind &&
          (need.namespace === undefined || o.metadata.namespace === need.namespace) &&
          matchesSelector(need.labelSelector, o.metadata.labels ?? {}),
      ),
    }
  const found = objects.find(
    (o) => o.kind === kind && o.metadata.name === need.ref.name && o.metadata.namespace === need.ref.namespace,
  )
  return found === undefined ? { _tag: 'Missing' } : { _tag: 'Found', object: found }
}

/** Asks a hook as the shell does: reads in rounds, at most five, then the decision. */
export const askHook = (hook: Hook, body: unknown, world: World, around: Omit<Circumstances, 'reads'>): Answer => {
  const question = hook(body)
  if (E.isLeft(question))
    throw new Error(`undecodable: ${JSON.stringify(question.left.map((e) => e.context.map((c) => c.key)))}`)
  const reads = new Map<string, ReadOutcome>()
  for (let round = 0; ; round += 1) {
    const wanted = question.right.needs({ ...around, reads }).filter((need) => !reads.has(needKey(need)))
    if (wanted.length === 0) {
      const decided = question.right.decide({ ...around, reads })
      if (E.isLeft(decided)) throw new Error(JSON.stringify(decided.left))
      return { decision: decided.right, reads, rounds: round }
    }
    if (round === 5) throw new Error(`insatiable: ${wanted.map(needKey).join(', ')}`)
    for (const need of wanted) reads.set(needKey(need), outcomeOf(world, need))
  }
}
