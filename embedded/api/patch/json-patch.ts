import * as E from 'fp-ts/Either'
import type { JsonPatchOperation } from '../../../api/kubernetes/client'
import type { Json } from '../../../api/kubernetes/json'
import { equalJson } from '../canonical'
import { isArray, isObject } from '../json-shape'

/** RFC 6902 without `move` and `copy`, and like the API server's in that `replace` also adds a missing field; the first operation that cannot be done ends it with a reason. */
export const applyJsonPatch = (target: Json, operations: ReadonlyArray<JsonPatchOperation>): E.Either<string, Json> => {
  let result = target
  for (const operation of operations) {
    const next = change(result, pointer(operation.path), operation)
    if (next._tag === 'Left') return next
    result = next.right
  }
  return E.right(result)
}

const pointer = (path: string): ReadonlyArray<string> =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

const change = (target: Json, path: ReadonlyArray<string>, operation: JsonPatchOperation): E.Either<string, Json> => {
  const [head, ...rest] = path
  if (head === undefined) return atRoot(target, operation)
  if (rest.length === 0) return atLeaf(target, head, operation)
  const child = isArray(target) ? target[Number(head)] : isObject(target) ? target[head] : undefined
  if (child === undefined) return E.left(`the path ${operation.path} does not exist`)
  const next = change(child, rest, operation)
  if (next._tag === 'Left') return next
  if (isArray(target)) return E.right(target.map((item, index) => (index === Number(head) ? next.right : item)))
  return E.right({ ...(isObject(target) ? target : {}), [head]: next.right })
}

const atRoot = (target: Json, operation: JsonPatchOperation): E.Either<string, Json> => {
  if (operation.op === 'remove') return E.left('the whole document cannot be removed')
  if (operation.op !== 'test') return E.right(operation.value)
  return tested(equalJson(target, operation.value), target, operation.path)
}

const tested = (passed: boolean, target: Json, path: string): E.Either<string, Json> =>
  passed ? E.right(target) : E.left(`testing path ${path} value failed`)

const atLeaf = (target: Json, key: string, operation: JsonPatchOperation): E.Either<string, Json> => {
  if (isArray(target)) return inList(target, key, operation)
  return isObject(target) ? inObject(target, key, operation) : E.left(`the path ${operation.path} does not exist`)
}

const inObject = (
  target: { readonly [key: string]: Json },
  key: string,
  operation: JsonPatchOperation,
): E.Either<string, Json> => {
  if (operation.op === 'test') return tested(equalJson(target[key], operation.value), target, operation.path)
  if (operation.op === 'remove' && !(key in target)) return E.left(`the path ${operation.path} does not exist`)
  if (operation.op !== 'remove') return E.right({ ...target, [key]: operation.value })
  const { [key]: _removed, ...rest } = target
  return E.right(rest)
}

const inList = (target: ReadonlyArray<Json>, key: string, operation: JsonPatchOperation): E.Either<string, Json> => {
  const end = operation.op === 'add' ? target.length : target.length - 1
  const index = key === '-' ? target.length : Number(key)
  if (!Number.isInteger(index) || index < 0 || index > end) return E.left(`index ${key} is out of bounds`)
  switch (operation.op) {
    case 'test':
      return tested(equalJson(target[index], operation.value), target, operation.path)
    case 'remove':
      return E.right(target.toSpliced(index, 1))
    case 'add':
      return E.right(target.toSpliced(index, 0, operation.value))
    case 'replace':
      return E.right(target.with(index, operation.value))
  }
}
