import type { KubeClient } from '../../../api/kubernetes/client'
import { resourceOf } from './resource'

export interface KubeRequest {
  readonly verb: string
  readonly group: string
  readonly kind: string
}

/** The same client, telling of each request before it is sent. */
export const countedClient = (client: KubeClient, tell: (request: KubeRequest) => void): KubeClient => {
  const count = (verb: string, { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }) =>
    tell({
      verb,
      group: apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '',
      kind: resourceOf(apiVersion, kind)?.plural ?? 'other',
    })
  return {
    get: (ref) => (count('get', ref), client.get(ref)),
    list: (asked) => (count('list', asked), client.list(asked)),
    create: (object) => (count('create', object), client.create(object)),
    update: (object) => (count('update', object), client.update(object)),
    updateStatus: (object) => (count('update', object), client.updateStatus(object)),
    patch: (ref, patch) => (count('patch', ref), client.patch(ref, patch)),
    remove: (ref, options) => (count('delete', ref), client.remove(ref, options)),
    watch: (asked, handlers) => (count('watch', asked), client.watch(asked, handlers)),
  }
}
