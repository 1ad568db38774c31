import type { CelRule } from '../../../schema'

const FORMAT = ['splitter', 'hash', 'encryption', 'ecc']

/** The format of a repository cannot be changed after its creation. */
export const createRules: ReadonlyArray<CelRule> = FORMAT.map((field) => ({
  rule: `!has(oldSelf.create) || !has(self.create) || oldSelf.create == null || self.create == null || (has(oldSelf.create.${field}) == has(self.create.${field}) && (!has(self.create.${field}) || self.create.${field} == oldSelf.create.${field}))`,
  message: `create.${field} cannot be changed after the repository was created`,
}))
