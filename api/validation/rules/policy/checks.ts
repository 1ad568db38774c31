import { preflightLanguage, verificationLanguage } from '../../../cel'
import type { SnapshotPolicySpec } from '../../../kinds/snapshot-policy'
import { each, given, isBlank, refuseIf, type Problems } from '../../problem'
import { jitterWithinDay, validCronSpec } from '../cron'
import { validDuration } from '../duration'
import { validExpression } from '../expression'
import { allAtLeast } from '../number'
import { validQuantity } from '../quantity'

export const validPreflight = ({ preflight }: SnapshotPolicySpec): Problems =>
  given(preflight, ({ checks, timeout }) => [
    ...each(checks, 'spec.preflight.checks', ({ name, expr }, path) => [
      ...refuseIf(isBlank(name), `${path}.name`, 'must not be empty'),
      ...validExpression(preflightLanguage, expr, `${path}.expr`),
    ]),
    ...(checks ?? []).flatMap(({ name }, index, all) =>
      refuseIf(
        all.findIndex((check) => check.name === name) !== index,
        `spec.preflight.checks[${index}].name`,
        `${JSON.stringify(name)} is used twice: each check needs a name of its own`,
      ),
    ),
    ...validDuration(timeout, 'spec.preflight.timeout', { example: '10m (0 holds for ever)' }),
  ])

const PATH = 'spec.verification'

export const validVerification = ({ verification }: SnapshotPolicySpec): Problems =>
  given(verification, ({ quick, deep, successExpr }) => [
    ...given(quick, ({ schedule, parallel, fileParallelism, fileQueueLength }) => [
      ...given(schedule, (spec) => validCronSpec(spec, `${PATH}.quick.schedule`)),
      ...allAtLeast({ parallel, fileParallelism, fileQueueLength }, 1, `${PATH}.quick`),
    ]),
    ...given(deep, ({ schedule, parallel, capacity }) => [
      ...validCronSpec(schedule, `${PATH}.deep.schedule`),
      ...allAtLeast({ parallel }, 1, `${PATH}.deep`),
      ...validQuantity(capacity, `${PATH}.deep.capacity`),
    ]),
    ...validExpression(verificationLanguage, successExpr, `${PATH}.successExpr`),
  ])

/** Admission only. */
export const verificationSchedules = ({ verification }: SnapshotPolicySpec): Problems =>
  given(verification, ({ quick, deep }) => [
    ...refuseIf(
      quick !== undefined && quick.schedule === undefined,
      `${PATH}.quick.schedule`,
      'is required: cron and jitter stand under quick.schedule',
    ),
    ...jitterWithinDay(quick?.schedule?.jitter, `${PATH}.quick.schedule.jitter`),
    ...jitterWithinDay(deep?.schedule.jitter, `${PATH}.deep.schedule.jitter`),
  ])
