import { Gauge, type Registry } from 'prom-client'
import { OBSERVED_KINDS, objectMetrics, samplesOf, type ObjectMetric, type Sample } from '../../observed'
import type { Collector, Look } from './object-collector'

type Described = Pick<ObjectMetric, 'name' | 'help' | 'labels'>

/** Its series are made anew for each scrape and kept by nobody: what is gone leaves none behind. */
class ObjectGauge extends Gauge {
  constructor(
    { name, help, labels }: Described,
    registry: Registry,
    private readonly collector: Collector,
    private readonly series: (look: Look) => ReadonlyArray<Sample>,
  ) {
    super({ name, help, labelNames: [...labels], registers: [registry] })
  }

  override async get() {
    const values = this.series(await this.collector.look())
    return { ...(await super.get()), values: [...values] }
  }
}

export const addObjectGauges = (registry: Registry, collector: Collector): void => {
  new ObjectGauge(WATCHED, registry, collector, watched)
  for (const metric of objectMetrics)
    new ObjectGauge(metric, registry, collector, ({ seen, listed }) => samplesOf(metric, seen, listed))
}

const WATCHED: Described = {
  name: 'kopiur_objects_watched',
  help: '1 while changes of a kind are heard of; at 0 what other metrics tell of it is old or missing',
  labels: ['kind'],
}

const watched = ({ current }: Look): ReadonlyArray<Sample> =>
  OBSERVED_KINDS.map((kind) => ({ labels: { kind }, value: current.has(kind) ? 1 : 0 }))
