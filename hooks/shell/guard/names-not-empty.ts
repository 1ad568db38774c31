import type { RelatedRule } from '../../../api/metacontroller/customize'

/** `names: []` selects everything, a selector beside names is an error, and a `null` rule ends the process. */
export const namesNotEmpty = (rules: ReadonlyArray<RelatedRule>): ReadonlyArray<string> =>
  rules.flatMap((rule: RelatedRule | null | undefined, index) => {
    if (rule === null || rule === undefined) return [`rule ${index} is no object`]
    if (rule.names === undefined) return []
    if (rule.names.length === 0) return [`rule ${index} has empty names`]
    return rule.labelSelector === undefined ? [] : [`rule ${index} has names and a selector`]
  })
