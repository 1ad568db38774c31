/** Metrics about objects, held ready for scrapes. */
export { exportObjects } from './export-objects'
export { objectCollector, type Collector } from './object-collector'
