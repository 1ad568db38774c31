import { nullable, object, type TypeOf } from '../../../schema'
import { failurePolicy } from '../failure-policy'

export const bootstrap = object({}, { failurePolicy: nullable(failurePolicy) })
export type Bootstrap = TypeOf<typeof bootstrap>
