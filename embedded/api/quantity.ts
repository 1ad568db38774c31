import type { Json, JsonObject } from '../../api/kubernetes/json'
import { isObject, mapValues } from './json-shape'

const QUANTITY = /^([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|)$/
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']

/** The API server's spelling of a quantity: `1000m` is `1`, `1024Mi` is `1Gi`. What is no quantity is left as it is. */
export const canonicalQuantity = (text: string): string => {
  const match = QUANTITY.exec(text)
  if (match === null) return text
  const [, digits = '0', suffix = ''] = match
  return suffix.endsWith('i')
    ? scaled(Number(digits), suffix, BINARY, 1024)
    : scaled(Number(digits), suffix, DECIMAL, 1000)
}

const scaled = (number: number, suffix: string, suffixes: ReadonlyArray<string>, base: number): string => {
  let index = suffixes.indexOf(suffix)
  let value = number
  if (value === 0) return '0'
  while (!Number.isInteger(value) && index > 0) {
    value *= base
    index -= 1
  }
  while (value % base === 0 && index < suffixes.length - 1) {
    value /= base
    index += 1
  }
  return `${value}${suffixes[index] ?? ''}`
}

/** `requests` and `limits` of a resources field in canonical spelling. */
export const canonicalQuantities = (resources: JsonObject): JsonObject =>
  mapValues(resources, (list) => (isObject(list) ? mapValues(list, quantityOf) : list))

const quantityOf = (value: Json): Json => {
  if (typeof value === 'number') return canonicalQuantity(String(value))
  return typeof value === 'string' ? canonicalQuantity(value) : value
}
