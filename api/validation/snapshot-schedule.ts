import * as E from 'fp-ts/Either'
import { checkCron } from '../grammar'
import type { SnapshotSchedule } from '../kinds/snapshot-schedule'
import type { KindRules } from './kind-rules'
import { given } from './problem'
import { jitterWithinDay, validCronSpec } from './rules/cron'
import { atLeast } from './rules/number'
import { validName } from './rules/reference'
import { validSelector } from './rules/selector'

const PATH = 'spec.schedule'

export const snapshotScheduleRules: KindRules<SnapshotSchedule> = {
  shared: ({ spec }) => [
    ...validCronSpec(spec.schedule, PATH),
    ...('policyRef' in spec
      ? validName(spec.policyRef, 'spec.policyRef')
      : given(spec.policySelector, (selector) => validSelector(selector, 'spec.policySelector'))),
  ],
  admission: ({ object: { spec } }) => [
    ...jitterWithinDay(spec.schedule.jitter, `${PATH}.jitter`),
    ...atLeast(spec.schedule.startingDeadlineSeconds, 0, `${PATH}.startingDeadlineSeconds`),
  ],
  warnings: ({ object }) => [...oftenWarning(object), ...namespaceWarning(object)],
}

const oftenWarning = ({ spec }: SnapshotSchedule): ReadonlyArray<string> => {
  const values = checkCron(spec.schedule.cron)
  const times = E.isRight(values) ? values.right.minute.values.length : 0
  return times > 1
    ? [`${PATH}.cron: fires ${times} times an hour; every firing leaves a Snapshot object until retention takes it`]
    : []
}

const namespaceWarning = ({ metadata, spec }: SnapshotSchedule): ReadonlyArray<string> =>
  'policyRef' in spec && (spec.policyRef.namespace ?? metadata.namespace) !== metadata.namespace
    ? ['spec.policyRef.namespace: a schedule runs policies of its own namespace only, so this one will not run']
    : []
