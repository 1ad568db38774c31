import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { instantOf, type Instant } from '../time/instant'

/**
 * The second in which Kubernetes closed a Job; nothing while it runs. It comes from one clock for all Jobs, so of two
 * Jobs that ran one after the other the second never ends before the first.
 */
export const jobEnd = (job: KubeObject): Instant | undefined =>
  pipe(
    closedStatus.decode(job['status']),
    E.match(
      () => undefined,
      ({ conditions, completionTime }) => {
        const closing = conditions.find(({ type, status }) => CLOSING.includes(type) && status === 'True')
        return closing === undefined
          ? undefined
          : (instantOf(completionTime) ??
              instantOf(closing.lastTransitionTime) ??
              instantOf(job.metadata.creationTimestamp) ??
              0)
      },
    ),
  )

const CLOSING = ['Complete', 'Failed']

const closedStatus = t.intersection([
  t.type({
    conditions: t.array(
      t.intersection([t.type({ type: t.string, status: t.string }), t.partial({ lastTransitionTime: t.string })]),
    ),
  }),
  t.partial({ completionTime: t.string }),
])
