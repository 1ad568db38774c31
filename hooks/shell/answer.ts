import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/Either'
import type { Circumstances, Decision, HookFailure, Question } from '../hook'
import type { Effect, EffectRefusal } from '../effect'
import type { Instant } from '../core/time/instant'
import type { Reads } from '../need'
import { runEffect } from './effects/effect-runner'
import type { HookEnvironment } from './environment'
import type { GuardedCall } from './guard/check'
import { guard } from './guard/guard'
import { readNeeds, type ReadFailure } from './needs-reader'
import { refuse, tryLater, type Reply } from './reply'

export type Answered =
  | { readonly _tag: 'Refused'; readonly reply: Reply; readonly why: string; readonly reads?: Reads }
  | {
      readonly _tag: 'Decided'
      readonly decision: Decision
      readonly reads: Reads
      readonly effects: ReadonlyArray<Effect>
      readonly refusals: ReadonlyArray<EffectRefusal>
    }

/** Past this Metacontroller is about to give up on the call, so nothing is done any more. Its own limit is 30 s. */
const BUDGET_MS = 25_000

/** One call on its way. */
export interface Asked {
  readonly environment: HookEnvironment
  readonly call: GuardedCall
  readonly question: Question
  readonly now: Instant
}

/** needs, decide, guard, effects; a refused effect is a fact for a second decide. */
export const answer = async (asked: Asked): Promise<Answered> => {
  const { environment, question, now } = asked
  const { settings, kube } = environment
  const reads = await readNeeds(kube, question, { now, settings, refusals: [] })
  if (E.isLeft(reads)) return unread(reads.left)
  const circumstances = { reads: reads.right, now, settings, refusals: [] }
  const first = decideGuarded(asked, circumstances)
  if (first._tag === 'Refused') return { ...first, reads: reads.right }
  if (environment.now() - now > BUDGET_MS) return { ...refused(503, 'the reads took too long'), reads: reads.right }
  return perform(asked, circumstances, first.decision)
}

const perform = async (asked: Asked, circumstances: Circumstances, decision: Decision): Promise<Answered> => {
  const { reads } = circumstances
  const ran = await runAll(asked, decision.effects)
  if (E.isLeft(ran)) return { ...refused(503, ran.left), reads }
  if (ran.right.length === 0) return { _tag: 'Decided', decision, reads, effects: decision.effects, refusals: [] }
  const second = decideGuarded(asked, { ...circumstances, refusals: ran.right })
  if (second._tag === 'Refused') return { ...second, reads }
  const fresh = second.decision.effects.filter(
    (effect) => !decision.effects.some((old) => isDeepStrictEqual(old, effect)),
  )
  const rest = await runAll(asked, fresh)
  if (E.isLeft(rest)) return { ...refused(503, rest.left), reads }
  return {
    _tag: 'Decided',
    decision: second.decision,
    reads,
    effects: [...decision.effects, ...fresh],
    refusals: [...ran.right, ...rest.right],
  }
}

type Guarded =
  { readonly _tag: 'Guarded'; readonly decision: Decision } | Extract<Answered, { readonly _tag: 'Refused' }>

const decideGuarded = ({ call, question }: Asked, circumstances: Circumstances): Guarded => {
  const decided = question.decide(circumstances)
  if (E.isLeft(decided)) return failure(decided.left)
  const breaches = guard(call, decided.right)
  return breaches.length === 0
    ? { _tag: 'Guarded', decision: decided.right }
    : refused(500, `refused to answer: ${breaches.join('; ')}`)
}

/** In order; a passing failure ends it, a refusal does not: each effect carries its own preconditions. */
const runAll = async (
  { environment: { kube, instance }, now }: Asked,
  effects: ReadonlyArray<Effect>,
): Promise<E.Either<string, ReadonlyArray<EffectRefusal>>> => {
  const refusals: EffectRefusal[] = []
  for (const effect of effects) {
    const result = await runEffect({ kube, now, instance }, effect)
    if (result._tag === 'Unavailable') return E.left(`${effect._tag}: ${result.message}`)
    if (result._tag === 'Refused') refusals.push({ effect, code: result.code, message: result.message })
  }
  return E.right(refusals)
}

const refused = (status: number, why: string): Extract<Answered, { readonly _tag: 'Refused' }> => ({
  _tag: 'Refused',
  reply: refuse(status, why),
  why,
})

const failure = (failed: HookFailure): Extract<Answered, { readonly _tag: 'Refused' }> => {
  switch (failed._tag) {
    case 'CannotAnswer':
      return refused(500, failed.why)
    case 'TryLater':
      return { _tag: 'Refused', reply: tryLater(failed.seconds), why: 'try later' }
  }
}

const unread = (failed: ReadFailure): Answered => {
  switch (failed._tag) {
    case 'Unreadable':
      return refused(503, `cannot read: ${failed.error.message}`)
    case 'Insatiable':
      return refused(500, `still wants reads after the last round: ${failed.keys.join(', ')}`)
  }
}
