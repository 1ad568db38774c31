import * as t from 'io-ts'
import { podEnded } from '../core/kube'
import { podsOfJob } from '../core/mover-job'
import { chain, go, listStep, type Step } from '../core/step'
import type { Scene } from './scene'

/** A deleted Job leaves its pod some minutes to end, in which kopia may still save. */
export const podsGone = (scene: Scene, jobName: string): Step<boolean, never> =>
  chain(listStep(pod, scene.reads, podsOfJob(scene.namespace, jobName)), (listed) =>
    go(listed._tag !== 'Listed' || listed.items.every(podEnded)),
  )

const pod = t.partial({ status: t.partial({ phase: t.string }) })
