import type * as E from 'fp-ts/Either'
import type * as t from 'io-ts'
import type { JsonObject } from '../api/kubernetes/json'
import type { KubeObject } from '../api/kubernetes/object'
import type { RelatedRule } from '../api/metacontroller/customize'
import type { Instant } from './core/time/instant'
import type { Effect, EffectRefusal } from './effect'
import type { Need, Reads } from './need'
import type { Settings } from './settings'

/** Everything outside the request that a decision may depend on. */
export interface Circumstances {
  readonly reads: Reads
  readonly now: Instant
  readonly settings: Settings
  /** Effects of a first decide that the API refused; empty in the first. */
  readonly refusals: ReadonlyArray<EffectRefusal>
}

/** What is to become of one child. Only listing a child keeps it; leaving an observed one out needs a `drop`. */
export type ChildDecision =
  /** Not observed and wanted. It is made again as long as it is listed and not observed. */
  | { readonly _tag: 'create'; readonly object: KubeObject; readonly reason: string }
  /** Observed and to stay; `object` is the full desired text of its update strategy. */
  | { readonly _tag: 'keep'; readonly object: KubeObject }
  /** Observed and to be deleted. */
  | { readonly _tag: 'drop'; readonly object: KubeObject; readonly reason: string }

export interface Decision {
  /** The whole status. Composite hooks always give one; a decorator without one leaves it alone. */
  readonly status?: JsonObject
  readonly children: ReadonlyArray<ChildDecision>
  /** Decorators only; `null` takes a key off. */
  readonly labels?: { readonly [key: string]: string | null }
  readonly annotations?: { readonly [key: string]: string | null }
  /** Absent, or whole seconds from 1 to 86,400. */
  readonly resyncAfterSeconds?: number
  readonly finalized?: boolean
  readonly effects: ReadonlyArray<Effect>
}

export type HookFailure =
  /** 500: nothing is changed and the call comes again. */
  | { readonly _tag: 'CannotAnswer'; readonly why: string }
  /** 429 with `Retry-After`. */
  | { readonly _tag: 'TryLater'; readonly seconds: number }

/** A decoded request, ready to be asked for its needs and its decision. Both are pure and total. */
export interface Question {
  readonly needs: (circumstances: Circumstances) => ReadonlyArray<Need>
  readonly decide: (circumstances: Circumstances) => E.Either<HookFailure, Decision>
}

/** A sync or finalize hook: decodes a body once, then answers. */
export type Hook = (body: unknown) => E.Either<t.Errors, Question>

/** A customize hook: from spec and immutable metadata of the parent alone. */
export type CustomizeHook = (body: unknown) => E.Either<t.Errors, ReadonlyArray<RelatedRule>>

/** One controller: folder, YAML, route and test folder carry its name. */
export interface Controller {
  readonly name: string
  readonly type: 'composite' | 'decorator'
  readonly sync: Hook
  readonly finalize?: Hook
  readonly customize?: CustomizeHook
}

/** Builds a hook from a codec and the two pure functions over the decoded request. */
export const hook =
  <Request>(parts: {
    readonly codec: t.Decoder<unknown, Request>
    readonly needs: (request: Request, circumstances: Circumstances) => ReadonlyArray<Need>
    readonly decide: (request: Request, circumstances: Circumstances) => E.Either<HookFailure, Decision>
  }): Hook =>
  (body) => {
    const decoded = parts.codec.decode(body)
    return decoded._tag === 'Left'
      ? decoded
      : {
          _tag: 'Right',
          right: {
            needs: (circumstances) => parts.needs(decoded.right, circumstances),
            decide: (circumstances) => parts.decide(decoded.right, circumstances),
          },
        }
  }
