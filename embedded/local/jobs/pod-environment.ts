import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { Container, EnvFromSource, EnvVar } from './job-spec'

/** Reads one object beside the Job; undefined if there is none. */
export type Lookup = (kind: 'Secret' | 'ConfigMap' | 'PersistentVolumeClaim', name: string) => KubeObject | undefined

/** Why a pod cannot start yet, in the kubelet's manner. */
export type Blocked = string

type Variables = { readonly [name: string]: string }

/** The variables of a container: sources in order, then single ones, which win. */
export const podEnvironment = (container: Container, job: KubeObject, lookup: Lookup): E.Either<Blocked, Variables> => {
  const variables: { [name: string]: string } = {}
  for (const source of container.envFrom ?? []) {
    const read = fromSource(source, lookup)
    if (E.isLeft(read)) return read
    Object.assign(variables, read.right)
  }
  for (const variable of container.env ?? []) {
    const read = fromVariable(variable, job, lookup)
    if (E.isLeft(read)) return read
    if (read.right !== undefined) variables[variable.name] = expanded(read.right, variables)
  }
  return E.right(variables)
}

const fromSource = (source: EnvFromSource, lookup: Lookup): E.Either<Blocked, Variables> => {
  const { secretRef, configMapRef, prefix = '' } = source
  const kind = secretRef === undefined ? 'ConfigMap' : 'Secret'
  const ref = secretRef ?? configMapRef
  if (ref === undefined) return E.right({})
  const object = lookup(kind, ref.name)
  if (object === undefined)
    return ref.optional === true ? E.right({}) : E.left(`${kind.toLowerCase()} "${ref.name}" not found`)
  return E.right(
    Object.fromEntries(
      Object.entries(dataOf(object)).map(([key, value]) => [`${prefix}${key}`, value.toString('utf8')]),
    ),
  )
}

const fromVariable = (
  { value, valueFrom }: EnvVar,
  job: KubeObject,
  lookup: Lookup,
): E.Either<Blocked, string | undefined> => {
  if (valueFrom === undefined) return E.right(value ?? '')
  if (valueFrom.fieldRef !== undefined) return E.right(field(valueFrom.fieldRef.fieldPath, job))
  const kind = valueFrom.secretKeyRef === undefined ? 'ConfigMap' : 'Secret'
  const ref = valueFrom.secretKeyRef ?? valueFrom.configMapKeyRef
  if (ref === undefined) return E.right('')
  const object = lookup(kind, ref.name)
  const found = object === undefined ? undefined : dataOf(object)[ref.key]
  if (found !== undefined) return E.right(found.toString('utf8'))
  if (ref.optional === true) return E.right(undefined)
  return E.left(
    object === undefined
      ? `${kind.toLowerCase()} "${ref.name}" not found`
      : `couldn't find key ${ref.key} in ${kind} ${ref.name}`,
  )
}

/** What the downward API could ask of a mover's pod. */
const field = (path: string, { metadata }: KubeObject): string => {
  switch (path) {
    case 'metadata.namespace':
      return metadata.namespace ?? ''
    case 'metadata.name':
      return metadata.name
    case 'metadata.uid':
      return metadata.uid ?? ''
    default:
      return ''
  }
}

/** `$(NAME)` of an earlier variable; `$$` is a dollar. */
const expanded = (value: string, variables: Variables): string =>
  value.replace(/\$\$|\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g, (text, name: string | undefined) =>
    name === undefined ? '$' : (variables[name] ?? text),
  )

/** The content of a Secret or ConfigMap by key. */
export const dataOf = (object: KubeObject): { readonly [key: string]: Buffer } =>
  Object.fromEntries([
    ...strings(object['data']).map(([key, value]): [string, Buffer] => [
      key,
      Buffer.from(value, object.kind === 'Secret' ? 'base64' : 'utf8'),
    ]),
    ...strings(object['binaryData']).map(([key, value]): [string, Buffer] => [key, Buffer.from(value, 'base64')]),
    ...strings(object['stringData']).map(([key, value]): [string, Buffer] => [key, Buffer.from(value)]),
  ])

const strings = (map: unknown): ReadonlyArray<readonly [string, string]> =>
  typeof map === 'object' && map !== null
    ? Object.entries(map).flatMap(([key, value]): ReadonlyArray<readonly [string, string]> =>
        typeof value === 'string' ? [[key, value]] : [],
      )
    : []
