import { textOf, type ChildCheck } from './check'

/** `create` is for what is not observed, `keep` and `drop` for what is: else a vanished Job would run again. */
export const observationTrue: ChildCheck = (_call, children) =>
  children.flatMap((child) => {
    const isObserved = child.observed !== undefined
    return isObserved === (child.decided._tag !== 'create')
      ? []
      : [`${textOf(child)} is ${isObserved ? '' : 'not '}observed and cannot be ${PARTICIPLE[child.decided._tag]}`]
  })

const PARTICIPLE = { create: 'created', keep: 'kept', drop: 'dropped' } as const
