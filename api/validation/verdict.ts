import type * as t from 'io-ts'
import { objectSchema } from '../crd'
import { kinds, type KindName } from '../kinds'
import type { KubeObject } from '../kubernetes/object'
import { celProblems, schemaProblems } from '../schema'
import { NO_SURROUNDINGS, type KindRules, type Surroundings } from './kind-rules'
import type { Problems } from './problem'

/** What admission says of an object: accepted when there is no error. */
export interface Verdict {
  readonly errors: Problems
  readonly warnings: ReadonlyArray<string>
}

export interface Validator {
  /**
   * All that an API server and the admission webhook would say; `old` makes it a change. A change that leaves the spec
   * alone is held to nothing that was wrong before: labels and annotations of such an object can still be written.
   */
  readonly validate: (object: KubeObject, old?: KubeObject, surroundings?: Surroundings) => Verdict
  /** The rules that hooks run again on what is stored. */
  readonly stored: (object: KubeObject) => Problems
}

/** Schema first; only an object that has its shape is held to the further rules. */
export const validator = <A>(kind: KindName, codec: t.Type<A, A, unknown>, rules: KindRules<A>): Validator => {
  const schema = objectSchema(kinds[kind])
  const shape = (object: KubeObject, old?: KubeObject): Problems => {
    const problems = schemaProblems(schema, object)
    return problems.length > 0 ? problems : celProblems(schema, object, old)
  }
  const judge = (object: KubeObject, old: KubeObject | undefined, surroundings: Surroundings): Verdict => {
    const misshapen = shape(object, old)
    const [now, before] = [codec.decode(object), old === undefined ? undefined : codec.decode(old)]
    if (misshapen.length > 0 || now._tag === 'Left')
      return { errors: misshapen.length > 0 ? misshapen : unreadable(now), warnings: [] }
    const change = { object: now.right, ...(before?._tag === 'Right' ? { old: before.right } : {}), surroundings }
    return { errors: [...rules.shared(now.right), ...rules.admission(change)], warnings: rules.warnings(change) }
  }
  return {
    validate: (object, old, surroundings = NO_SURROUNDINGS) => {
      const verdict = judge(object, old, surroundings)
      return old === undefined || !sameSpec(object, old)
        ? verdict
        : { errors: newProblems(verdict.errors, judge(old, undefined, surroundings).errors), warnings: [] }
    },
    stored: (object) => {
      const decoded = codec.decode(object)
      return decoded._tag === 'Left' ? unreadable(decoded) : rules.shared(decoded.right)
    },
  }
}

const unreadable = (decoded: t.Validation<unknown>): Problems =>
  decoded._tag === 'Left'
    ? decoded.left.map(({ message }) => ({ field: '', message: message ?? 'has another shape' }))
    : []

const sameSpec = (object: KubeObject, old: KubeObject): boolean =>
  JSON.stringify(object['spec']) === JSON.stringify(old['spec'])

const newProblems = (now: Problems, before: Problems): Problems =>
  now.filter(({ field, message }) => !before.some((known) => known.field === field && known.message === message))
