import * as t from 'io-ts'
import type { Reads } from '../../need'
import { podEnded } from '../kube'
import { podsOfJob } from '../mover-job'
import { chain, go, listStep, type Step } from '../step'

/** A deleted Job leaves its pod some minutes to end, in which kopia may still save. */
export const podsGone = (
  { reads, namespace }: { readonly reads: Reads; readonly namespace: string },
  jobName: string,
): Step<boolean, never> =>
  chain(listStep(pod, reads, podsOfJob(namespace, jobName)), (listed) =>
    go(listed._tag !== 'Listed' || listed.items.every(podEnded)),
  )

const pod = t.partial({ status: t.partial({ phase: t.string }) })
