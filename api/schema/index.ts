/** A small language for the shapes of this API: one definition gives static type, codec and OpenAPI schema. */
export { celProblems } from './cel-problems'
export { codec } from './codec'
export { array, map } from './collection'
export { applyDefaults } from './defaults'
export { enumeration, openEnumeration, type Open } from './enumeration'
export { described, keepingUnknown, nullable, upgraded, withDefault, withRules } from './modifier'
export { object } from './object'
export { objectWithOneOf } from './one-of-fields'
export type { CelRule, OpenApi } from './open-api'
export { schemaProblems, type Problem } from './problems'
export { isJson, prune } from './prune'
export {
  boolean,
  boundedString,
  duration,
  int32,
  int64,
  integer,
  intOrString,
  quantity,
  string,
  timestamp,
  uint16,
  uint32,
} from './scalar'
export type { Fields, Schema, TypeOf } from './schema'
export { union, type OneOf, type Union } from './union'
export { nullFields, unknownFields } from './unknown-fields'
export { withoutDefaults } from './without-defaults'
