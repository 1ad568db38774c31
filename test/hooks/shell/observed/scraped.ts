import * as E from 'fp-ts/Either'
import { Registry } from 'prom-client'
import type { KubeClient } from '../../../../api/kubernetes/client'
import type { KubeObject } from '../../../../api/kubernetes/object'
import { createCluster } from '../../../../embedded/cluster'
import { realClock } from '../../../../embedded/clock/real-clock'
import { productKinds } from '../../../../embedded/local/product-files'
import { countedClient } from '../../../../hooks/shell/kube/counted-client'
import { objectCollector, type Collector } from '../../../../hooks/shell/observed'
import { addObjectGauges } from '../../../../hooks/shell/observed/object-gauges'
import type { CollectorOptions } from '../../../../hooks/shell/observed/object-collector'

export const BRISK = { againMs: 5, laterMs: 5 }

export interface Scraped {
  /** Sorted lines of the series that a scrape gives, of metrics whose name begins so. */
  readonly series: (prefix: string) => Promise<ReadonlyArray<string>>
  /** Requests so far, as `list snapshots`. */
  readonly requests: ReadonlyArray<string>
}

const collectors: Collector[] = []

export const stopAll = (): void => collectors.splice(0).forEach(({ stop }) => stop())

/** The metrics about the objects that a client sees. */
export const scrapedBy = (kube: KubeClient, options: CollectorOptions = {}): Scraped => {
  const requests: string[] = []
  const registry = new Registry()
  const counted = countedClient(kube, ({ verb, kind }) => requests.push(`${verb} ${kind}`))
  const collector = objectCollector(counted, { rests: BRISK, ...options })
  collectors.push(collector)
  addObjectGauges(registry, collector)
  return {
    requests,
    series: async (prefix) =>
      (await registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith(prefix))
        .sort(),
  }
}

/** An API with the kinds of the product in it, and nobody who acts. */
export const quietCluster = () => {
  const { api, store } = createCluster({
    clock: realClock(),
    hooks: () => Promise.reject(new Error('nobody is called here')),
    kinds: productKinds(process.cwd()),
    namespaces: ['db', 'other'],
  })
  const put = async ({ status, ...object }: KubeObject): Promise<void> => {
    const created = await api.create(object)()
    if (E.isLeft(created)) throw new Error(created.left.message)
    if (status !== undefined) await tell({ ...object, status })
  }
  const tell = async ({ apiVersion, kind, metadata, status }: KubeObject): Promise<void> => {
    const { name, namespace = '' } = metadata
    const body = JSON.parse(JSON.stringify({ status }))
    const told = await api.patch(
      { apiVersion, kind, name, namespace },
      { type: 'merge', subresource: 'status', body },
    )()
    if (E.isLeft(told)) throw new Error(told.left.message)
  }
  const remove = async ({ apiVersion, kind, metadata }: KubeObject): Promise<void> => {
    const { name, namespace = '' } = metadata
    const removed = await api.remove({ apiVersion, kind, name, namespace })()
    if (E.isLeft(removed)) throw new Error(removed.left.message)
  }
  return { api, store, put, tell, remove }
}
