import type { Registry } from 'prom-client'
import type { KubeClient } from '../../../api/kubernetes/client'
import { addObjectGauges } from './object-gauges'
import { objectCollector } from './object-collector'

/** Adds the metrics about objects to those of the service. Returns the stop. */
export const exportObjects = (registry: Registry, kube: KubeClient): (() => void) => {
  const collector = objectCollector(kube)
  addObjectGauges(registry, collector)
  return collector.stop
}
