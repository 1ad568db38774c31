import { isKindName, kinds } from '../../../api/kinds'
import { schemaProblems, unknownFields } from '../../../api/schema'
import { API_VERSION } from '../../../api/names/group'
import type { Check } from './check'

/**
 * The API server drops nulls and unknown fields: the comparison then never holds, one useless write on each call. A
 * status that it refuses freezes the old one while the children go on.
 */
export const statusFitsSchema: Check = ({ parent }, { status }) => {
  if (status === undefined) return []
  const absent = absentFields('status', status)
  if (absent.length > 0 || parent.apiVersion !== API_VERSION || !isKindName(parent.kind)) return absent
  const { openApi } = kinds[parent.kind].statusSchema
  return [
    ...unknownFields(openApi, status).map((field) => `status.${field} is unknown to ${parent.kind}`),
    ...schemaProblems(openApi, status).map(({ field, message }) => `status.${field} ${message}`),
  ]
}

const absentFields = (path: string, value: unknown): ReadonlyArray<string> => {
  if (value === null || value === undefined) return [`${path} is ${value}`]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => absentFields(`${path}.${key}`, inner))
}
