import type { CompositeAnswer, DecoratorAnswer } from '../../api/metacontroller/sync'
import type { Controller, Decision } from '../hook'

/** The decision as Metacontroller reads it: what is kept or created is listed, what is dropped is left out. */
export const wireAnswer = (type: Controller['type'], decision: Decision): CompositeAnswer | DecoratorAnswer => {
  const listed = decision.children.flatMap(({ _tag, object }) => (_tag === 'drop' ? [] : [object]))
  const rest = {
    ...present('resyncAfterSeconds', decision.resyncAfterSeconds),
    ...present('finalized', decision.finalized),
  }
  return type === 'composite'
    ? { status: decision.status ?? {}, children: listed, ...rest }
    : {
        ...present('labels', decision.labels),
        ...present('annotations', decision.annotations),
        ...present('status', decision.status),
        attachments: listed,
        ...rest,
      }
}

const present = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V })
