import { enumeration, type TypeOf } from '../../schema'

/** What to do when another owner holds a repository's maintenance. */
export const takeoverPolicy = enumeration('Never', 'PromptCondition', 'Force')
export type TakeoverPolicy = TypeOf<typeof takeoverPolicy>
