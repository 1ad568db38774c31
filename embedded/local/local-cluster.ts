import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../api/kubernetes/client'
import { controllers } from '../../hooks/registry'
import type { Settings } from '../../hooks/settings'
import { answerCall } from '../../hooks/shell/answer-call'
import { realClock } from '../clock/real-clock'
import { createCluster, type EmbeddedCluster } from '../cluster'
import type { Store } from '../api/store'
import { systemRandom } from '../random/system-random'
import { withAdmission } from './admission'
import { serveRest } from './api/rest-server'
import { unfinished } from './idleness'
import { allKinds, productControllers, productKinds } from './product-files'
import { openState, stateFolders, type OpenFailure, type OpenState } from './state/open-state'
import type { LocalLog } from './local-log'
import type { LocalOptions } from './local-options'
import { startMachine } from './machine'
import { logTransitions } from './transitions'

/** The whole product on one machine: an API in memory with its journal on disk, hooks, Jobs as processes. */
export interface LocalCluster {
  readonly api: KubeClient
  readonly store: Store
  /** What is still to happen by itself, by name. */
  readonly unfinished: () => ReadonlyArray<string>
  /** Whether a Job is at work, or is going to be by itself. */
  readonly busy: () => boolean
  /** Milliseconds since anything was written. */
  readonly quietFor: () => number
  /** Ends the movers in good order and gives the folder back. */
  readonly stop: () => Promise<void>
}

const RESYNC_MS = 30 * 60_000
const REVIVE_MS = 5_000
const WORKERS = 10

const settings: Settings = {
  operatorNamespace: 'kopiur-system',
  mover: {
    image: 'local',
    imagePullSecrets: [],
    serviceAccount: 'kopiur-mover',
    inPods: false,
    progressIntervalSeconds: 2,
  },
}

/** On the left: why the folder cannot be used. */
export const startLocal = async (options: LocalOptions): Promise<E.Either<OpenFailure, LocalCluster>> => {
  const state = openState(options.folder, allKinds(options.root), options.journalBytes)
  if (E.isLeft(state)) return state
  const cluster = createLocalCluster(options, state.right)
  const { store } = cluster
  state.right.keepCompact(() => store.all())
  const machine = startMachine(options, store)
  const stopLog = logTransitions(store, options.log)
  const activity = { last: Date.now() }
  const stopActivity = store.listen(({ object }) => void (object.kind === 'Event' || (activity.last = Date.now())))
  const socket = await serveRest(cluster.clientFor('local'), () => store.kinds(), stateFolders(options.folder).socket)
  cluster.start()
  const revival = setInterval(() => revive(cluster, options.log), REVIVE_MS)
  return E.right({
    api: cluster.clientFor('local'),
    store,
    unfinished: () => unfinished(store, Date.now()),
    busy: machine.busy,
    quietFor: () => Date.now() - activity.last,
    stop: async () => {
      await socket.close()
      clearInterval(revival)
      cluster.stop()
      await machine.stop()
      stopLog()
      stopActivity()
      state.right.close()
    },
  })
}

/** What would have ended the real process ends this one's controllers only; they are started again, as a pod would be. */
const revive = ({ metacontroller }: EmbeddedCluster, log: LocalLog): void => {
  if (metacontroller.failure === undefined) return
  log('metacontroller', `ended, is started again: ${String(metacontroller.failure)}`)
  metacontroller.start()
}

const createLocalCluster = (options: LocalOptions, state: OpenState): EmbeddedCluster => {
  const holder: { cluster: EmbeddedCluster | undefined } = { cluster: undefined }
  const cluster = createCluster({
    clock: realClock(),
    random: systemRandom,
    kinds: withAdmission(productKinds(options.root), () => holder.cluster?.store),
    controllers: productControllers(options.root),
    namespaces: [settings.operatorNamespace],
    journal: state.journal,
    onWrite: state.onWrite,
    workers: WORKERS,
    informerResyncMs: RESYNC_MS,
    hooks: (path, body) => answer(path, body),
  })
  holder.cluster = cluster
  const answer = answerCall({
    controllers,
    kube: cluster.clientFor('hooks'),
    now: Date.now,
    settings,
    instance: 'local',
    ...(options.report === undefined ? {} : { report: options.report }),
  })
  return cluster
}
