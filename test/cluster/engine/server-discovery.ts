import * as E from 'fp-ts/Either'
import type { ApiResource, Discovery } from '../../../embedded/metacontroller/discovery'
import type { Connection } from '../../../hooks/shell/kube/connection'
import { exchange } from '../../../hooks/shell/kube/exchange'
import { resources } from '../../../hooks/shell/kube/resource'

interface ResourceList {
  readonly resources: ReadonlyArray<{ readonly name: string; readonly kind: string; readonly namespaced: boolean }>
}
interface DefinitionList {
  readonly items: ReadonlyArray<{ readonly spec: { readonly group: string } }>
}

const read = async <A>(connection: Connection, path: string): Promise<A | undefined> => {
  const answer = await exchange(connection, { method: 'GET', path })()
  if (E.isRight(answer)) return answer.right as A
  if (answer.left.reason === 'NotFound') return undefined
  throw new Error(`${path}: ${answer.left.message}`)
}

const pathOf = (apiVersion: string): string => (apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`)

/** What an API server serves now, of the group versions that the client of the product knows. */
export const serverDiscovery = async (connection: Connection): Promise<Discovery> => {
  const definitions = await read<DefinitionList>(connection, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions')
  const customGroups = new Set(definitions?.items.map(({ spec }) => spec.group))
  const served: ApiResource[] = []
  for (const apiVersion of new Set(resources.map((one) => one.apiVersion))) {
    const list = (await read<ResourceList>(connection, pathOf(apiVersion)))?.resources ?? []
    const names = new Set(list.map(({ name }) => name))
    const custom = customGroups.has(apiVersion.split('/')[0] ?? '')
    for (const { name, kind, namespaced } of list)
      if (!name.includes('/'))
        served.push({
          apiVersion,
          kind,
          plural: name,
          namespaced,
          custom,
          statusSubresource: names.has(`${name}/status`),
        })
  }
  return {
    byResource: (apiVersion, plural) => served.find((one) => one.apiVersion === apiVersion && one.plural === plural),
    byKind: (apiVersion, kind) => served.find((one) => one.apiVersion === apiVersion && one.kind === kind),
  }
}
