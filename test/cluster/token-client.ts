import { KubeConfig } from '@kubernetes/client-node'
import { kubeConfigConnection, type Connection } from '../../hooks/shell/kube/connection'
import type { Cluster } from './provider/provider'

/** A connection with the token of a ServiceAccount, and no other credentials. */
export const tokenConnection = async ({ kubeconfig }: Cluster, token: string): Promise<Connection> => {
  const config = new KubeConfig()
  config.loadFromFile(kubeconfig)
  const server = config.getCurrentCluster()
  if (server === null) throw new Error(`${kubeconfig} names no cluster`)
  config.loadFromClusterAndUser(server, { name: 'token', token })
  return kubeConfigConnection(config)
}
