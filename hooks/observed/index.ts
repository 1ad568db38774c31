/** What objects tell Prometheus: the little that is kept of each, and the metrics that are made of it. */
export { completionOf, type Completion } from './completion'
export { factsOf, OBSERVED_KINDS, type Facts, type ObservedKind } from './facts'
export { objectMetrics, samplesOf, type ObjectMetric, type Sample } from './metrics'
export { seenOf, type Seen } from './seen'
