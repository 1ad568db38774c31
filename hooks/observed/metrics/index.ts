/** Metrics about objects: what each is called, what it means, and its series as the facts have them. */
export { objectMetrics, samplesOf } from './object-metrics'
export type { Labels, ObjectMetric, Sample } from './object-metric'
