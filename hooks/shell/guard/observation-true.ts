import { childText, observedChild, type Check } from './check'

/** `create` is for what is not observed, `keep` and `drop` for what is: else a vanished Job would run again. */
export const observationTrue: Check = (call, decision) =>
  decision.children.flatMap((child) => {
    const observed = observedChild(call, child.object) !== undefined
    return observed === (child._tag !== 'create')
      ? []
      : [
          `${childText(call, child.object)} is ${observed ? '' : 'not '}observed and cannot be ${PARTICIPLE[child._tag]}`,
        ]
  })

const PARTICIPLE = { create: 'created', keep: 'kept', drop: 'dropped' } as const
