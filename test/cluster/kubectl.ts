import { command, type CommandOptions } from './command'
import type { Cluster } from './provider/provider'

export interface Kubectl {
  readonly run: (args: ReadonlyArray<string>, options?: CommandOptions) => Promise<string>
  /** Creates or updates what the manifests say. */
  readonly apply: (manifests: string) => Promise<void>
  readonly get: <A>(kind: string, name: string, namespace?: string) => Promise<A>
  readonly list: <A>(kind: string, namespace?: string, selector?: string) => Promise<ReadonlyArray<A>>
}

const inNamespace = (namespace: string | undefined): ReadonlyArray<string> =>
  namespace === undefined ? [] : ['-n', namespace]

/** kubectl of the cluster's own version, as its administrator. */
export const kubectlOf = (cluster: Cluster): Kubectl => {
  const run = (args: ReadonlyArray<string>, options?: CommandOptions) =>
    command(cluster.kubectl, ['--kubeconfig', cluster.kubeconfig, ...args], options)
  return {
    run,
    apply: async (manifests) => {
      await run(['apply', '--server-side', '--force-conflicts', '-f', '-'], { input: manifests })
    },
    get: async (kind, name, namespace) =>
      JSON.parse(await run(['get', kind, name, ...inNamespace(namespace), '-o', 'json'])),
    list: async (kind, namespace, selector) => {
      const where = namespace === undefined ? ['--all-namespaces'] : ['-n', namespace]
      const labels = selector === undefined ? [] : ['-l', selector]
      return JSON.parse(await run(['get', kind, ...where, ...labels, '-o', 'json'])).items
    },
  }
}
