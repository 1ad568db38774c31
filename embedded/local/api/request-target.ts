import type { KindDefinition } from '../../api/kind-definition'

/** What a path of the Kubernetes API names. */
export interface RequestTarget {
  readonly kind: KindDefinition
  readonly namespace?: string
  /** Absent: the collection. */
  readonly name?: string
  readonly subresource?: string
}

const PATH =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/

/** Undefined for a path that names no kind of these. */
export const requestTarget = (kinds: ReadonlyArray<KindDefinition>, path: string): RequestTarget | undefined => {
  const named = namespaceItself(path) ?? PATH.exec(path)?.groups
  if (named === undefined) return undefined
  const { group, version, namespace, plural, name, subresource } = named
  const apiVersion = group === undefined ? version : `${group}/${version}`
  const kind = kinds.find((candidate) => candidate.apiVersion === apiVersion && candidate.plural === plural)
  return kind === undefined
    ? undefined
    : {
        kind,
        ...(namespace === undefined ? {} : { namespace: decodeURIComponent(namespace) }),
        ...(name === undefined ? {} : { name: decodeURIComponent(name) }),
        ...(subresource === undefined ? {} : { subresource }),
      }
}

type Named = { readonly [part: string]: string | undefined }

/** `/api/v1/namespaces/db` is an object, not a namespace with nothing in it. */
const namespaceItself = (path: string): Named | undefined => {
  const found = /^\/api\/v1\/namespaces(?:\/([^/]+)(?:\/(status))?)?$/.exec(path)
  return found === null ? undefined : { version: 'v1', plural: 'namespaces', name: found[1], subresource: found[2] }
}
