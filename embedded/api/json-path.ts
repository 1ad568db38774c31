import type { Json } from '../../api/kubernetes/json'
import { isArray, isObject } from './json-shape'

const STEP = /\.([A-Za-z0-9_-]+)|\['([^']+)'\]|\[(\d+)\]|\[\*\]|\[\?\(@\.([A-Za-z0-9_.-]+)\s*==\s*["']([^"']*)["']\)\]/g

type Step = (value: Json) => ReadonlyArray<Json>

/** The values at a path of the simple JSONPath that printer columns use; none for a path that is not understood. */
export const valuesAt = (path: string, root: Json): ReadonlyArray<Json> => {
  const steps = parsePath(path)
  return steps === undefined ? [] : steps.reduce<ReadonlyArray<Json>>((values, step) => values.flatMap(step), [root])
}

const parsed = new Map<string, ReadonlyArray<Step> | undefined>()

const parsePath = (path: string): ReadonlyArray<Step> | undefined => {
  if (!parsed.has(path)) parsed.set(path, parseSteps(path))
  return parsed.get(path)
}

const parseSteps = (path: string): ReadonlyArray<Step> | undefined => {
  const matches = [...path.matchAll(STEP)]
  const understood = matches.reduce((sum, [text]) => sum + text.length, 0) === path.length
  return understood ? matches.map(stepOf) : undefined
}

const stepOf = ([, field, quoted, index, filterField, wanted]: RegExpMatchArray): Step => {
  const name = field ?? quoted
  if (name !== undefined) return (value) => present(isObject(value) ? value[name] : undefined)
  if (index !== undefined) return (value) => present(isArray(value) ? value[Number(index)] : undefined)
  if (filterField === undefined) return (value) => (isArray(value) ? value : [])
  const steps = parsePath(`.${filterField}`) ?? []
  const matches = (item: Json): boolean =>
    steps.reduce<ReadonlyArray<Json>>((values, step) => values.flatMap(step), [item])[0] === wanted
  return (value) => (isArray(value) ? value.filter(matches) : [])
}

const present = (value: Json | undefined): ReadonlyArray<Json> => (value === undefined ? [] : [value])
