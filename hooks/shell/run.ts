import * as E from 'fp-ts/Either'
import { KubeConfig } from '@kubernetes/client-node/dist/config.js'
import type { KubeClient } from '../../api/kubernetes/client'
import type { Config } from '../config'
import { controllers } from '../registry'
import { createApp, createOperationsApp, type AppParts } from './app'
import type { CallReport } from './call-report'
import { callerWithToken } from './caller'
import type { HookEnvironment } from './environment'
import { kubeConfigConnection } from './kube/connection'
import { countedClient } from './kube/counted-client'
import { restClient } from './kube/rest-client'
import { scopedClient } from './kube/scoped-client'
import { createLogger, logCall, type Logger } from './log'
import { createMetrics, type Metrics } from './metrics'
import { exportObjects } from './observed'
import { recordTo } from './record'
import { serve, serveTls, type RunningServer } from './server'
import { callMemory, expectedCallers, type CallMemory } from './silence'
import { keepCertificate, type CertificateParts } from './tls/keep-certificate'

/** Kubernetes kills 30 s after SIGTERM; the endpoints of the Service need some of them to forget this pod. */
const LEAVE_MS = 3_000
const DRAIN_MS = 20_000
const SILENCE_CHECK_MS = 300_000

/** Runs until SIGTERM, then drains. */
export const run = async (config: Config): Promise<void> => {
  const logger = createLogger(config.logLevel)
  const metrics = createMetrics()
  const kube = inScope(countedClient(await realClient(), metrics.onKubeRequest), config)
  const stopObjects = exportObjects(metrics.registry, kube)
  const memory = callMemory(expectedCallers(controllers), Date.now())
  const state = { ready: false }
  const environment: HookEnvironment = {
    controllers,
    kube,
    now: Date.now,
    settings: config.settings,
    instance: config.instance,
    report: observe(logger, metrics, memory),
    ...(config.recordDirectory === undefined ? {} : { record: recordTo(config.recordDirectory) }),
  }
  const parts: AppParts = {
    environment,
    metrics: metrics.registry,
    ready: () => state.ready,
    elapsed: () => performance.now(),
    ...(config.hookTokens === undefined ? {} : { caller: callerWithToken(config.hookTokens, Date.now) }),
  }
  const namespace = config.settings.operatorNamespace
  const servers = await startServers(config, parts, { kube, logger, now: Date.now, namespace })
  state.ready = true
  const ports = servers.map(({ port }) => port)
  logger.info({ ports, controllers: controllers.map(({ name }) => name) }, 'listening')
  const silence = setInterval(() => void watchSilence({ logger, metrics, memory, kube }), SILENCE_CHECK_MS)
  await signal()
  clearInterval(silence)
  stopObjects()
  state.ready = false
  await leave(servers, logger)
}

/** With TLS: health and metrics on the plain port, hooks on the other. Without: everything on one. */
const startServers = async (
  config: Config,
  parts: AppParts,
  certificates: CertificateParts,
): Promise<ReadonlyArray<RunningServer>> => {
  if (config.tls === undefined) return [await serve(createApp(parts), config.address)]
  const operations = await serve(createOperationsApp(parts), config.address)
  const kept = await keepCertificate(certificates, config.tls)
  const hooks = await serveTls(createApp(parts), config.tls.address, kept.first)
  const stop = kept.follow(hooks.use)
  return [operations, { port: hooks.port, drain: (limitMs) => (stop(), hooks.drain(limitMs)) }]
}

const realClient = async (): Promise<KubeClient> => {
  const config = new KubeConfig()
  config.loadFromDefault()
  return restClient(await kubeConfigConnection(config))
}

const inScope = (kube: KubeClient, { settings: { onlyNamespace } }: Config): KubeClient =>
  onlyNamespace === undefined ? kube : scopedClient(kube, onlyNamespace)

const observe =
  (logger: Logger, metrics: Metrics, memory: CallMemory) =>
  (report: CallReport): void => {
    const now = Date.now()
    logCall(logger, report)
    metrics.onCall(report, Math.floor(now / 1000))
    if (report.parent !== undefined) memory.heard({ controller: report.controller, ...report.parent }, now)
  }

interface Listening {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly memory: CallMemory
  readonly kube: KubeClient
}

/** A controller that nobody calls any more is silent only while it has objects. */
const watchSilence = async ({ logger, metrics, memory, kube }: Listening): Promise<void> => {
  const overdue = memory.overdue(Date.now())
  for (const { controller, apiVersion, kind } of memory.all()) {
    const late = overdue.some((caller) => caller.controller === controller && caller.kind === kind)
    const objects = late ? await kube.list({ apiVersion, kind })() : undefined
    const silent = objects !== undefined && E.isRight(objects) && objects.right.items.length > 0
    metrics.onSilence(controller, kind, silent)
    if (silent)
      logger.warn(
        { controller, kind },
        'no call has reached this replica for long: if no other gets any, look at the log and the rights of Metacontroller and at the controller object',
      )
  }
}

const signal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })

const leave = async (servers: ReadonlyArray<RunningServer>, logger: Logger): Promise<void> => {
  logger.info('draining')
  await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  await Promise.all(servers.map(({ drain }) => drain(DRAIN_MS)))
  logger.info('stopped')
}
