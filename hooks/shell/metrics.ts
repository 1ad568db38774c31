import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CallReport } from './call-report'
import { completedRuns } from './completed-runs'

export interface Metrics {
  readonly registry: Registry
  readonly onCall: (report: CallReport, nowSeconds: number) => void
  readonly onKubeRequest: (request: { readonly verb: string; readonly group: string; readonly kind: string }) => void
  readonly onSilence: (controller: string, kind: string, silent: boolean) => void
}

/** All metrics of the service; the names are documented in docs/reference/metrics.md. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const calls = callMetrics(registry)
  const completed = completedRuns(registry)
  const requests = new Counter({
    name: 'kopiur_kube_client_requests_total',
    help: 'Requests of the service to the Kubernetes API',
    labelNames: ['verb', 'group', 'kind', 'client'],
    registers: [registry],
  })
  const silent = new Gauge({
    name: 'kopiur_controller_silent',
    help: '1 while Metacontroller no longer calls a controller that has objects',
    labelNames: ['controller', 'kind'],
    registers: [registry],
  })
  memory(registry)
  return {
    registry,
    onCall: (report, nowSeconds) => {
      calls(report, nowSeconds)
      completed(report)
    },
    onKubeRequest: (request) => requests.inc({ ...request, client: 'main' }),
    onSilence: (controller, kind, isSilent) => silent.set({ controller, kind }, isSilent ? 1 : 0),
  }
}

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const callMetrics = (registry: Registry): Metrics['onCall'] => {
  const registers = [registry]
  const total = new Counter({
    name: 'kopiur_hook_calls_total',
    help: 'Hook calls by controller, hook, kind of the parent and HTTP code',
    labelNames: ['controller', 'hook', 'kind', 'code'],
    registers,
  })
  const last = new Gauge({
    name: 'kopiur_hook_last_call_timestamp_seconds',
    help: 'When the controller was last called for a parent of that kind',
    labelNames: ['controller', 'kind'],
    registers,
  })
  const reconciliations = new Counter({
    name: 'kopiur_controller_reconciliations_total',
    help: 'Sync and finalize calls by kind of the parent',
    labelNames: ['kind'],
    registers,
  })
  const errors = new Counter({
    name: 'kopiur_controller_reconcile_errors_total',
    help: 'Sync and finalize calls that were not answered with 200',
    labelNames: ['kind', 'class'],
    registers,
  })
  const duration = new Histogram({
    name: 'kopiur_controller_reconcile_duration_seconds',
    help: 'Time from the parsed body to the answer',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  })
  const done = workMetrics(registry)
  return (report, nowSeconds) => {
    const { controller, hook, code } = report
    const kind = report.parent?.kind ?? ''
    total.inc({ controller, hook, kind, code: String(code) })
    last.set({ controller, kind }, nowSeconds)
    if (hook === 'customize') return
    reconciliations.inc({ kind })
    if (code !== 200) errors.inc({ kind, class: errorClass(code) })
    if (report.milliseconds !== undefined) duration.observe({ kind }, report.milliseconds / 1000)
    done(report)
  }
}

/** 503 and 429 pass by themselves; 400 is a request nobody understands; the rest is a fault of the service. */
const errorClass = (code: number): string =>
  code === 503 || code === 429 ? 'transient' : code === 400 ? 'structural' : 'terminal'

const workMetrics = (registry: Registry): ((report: CallReport) => void) => {
  const labelNames = ['controller', 'effect']
  const effects = new Counter({
    name: 'kopiur_hook_effects_total',
    help: 'Effects run',
    labelNames,
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'kopiur_hook_effects_refused_total',
    help: 'Effects the API refused',
    labelNames: ['controller'],
    registers: [registry],
  })
  return ({ controller, ...report }) => {
    report.effects.forEach((effect) => effects.inc({ controller, effect }))
    if (report.refusals.length > 0) refusals.inc({ controller }, report.refusals.length)
  }
}

const memory = (registry: Registry) =>
  new Gauge({
    name: 'kopiur_process_resident_memory_bytes',
    help: 'Resident memory of this process',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
