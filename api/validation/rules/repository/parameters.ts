import type { Backend } from '../../../kinds/shared/backend'
import { blobRetention, type Parameters } from '../../../kinds/shared/repository/parameters'
import type { TypeOf } from '../../../schema'
import { given, refuseIf, type Problems } from '../../problem'
import { validDuration } from '../duration'
import { allAtLeast } from '../number'

const PATH = 'spec.parameters'
const WITH_LOCKS = ['s3', 'azure', 'gcs']
const DAY = 24 * 3600

export const validParameters = (parameters: Parameters, backend: Backend, isReadOnly: boolean): Problems => [
  ...refuseIf(isReadOnly, PATH, 'cannot be set while spec.mode is ReadOnly: nothing is written to the repository'),
  ...given(parameters.epoch, ({ minDuration, refreshFrequency, ...counts }) => [
    ...validDuration(minDuration, `${PATH}.epoch.minDuration`),
    ...validDuration(refreshFrequency, `${PATH}.epoch.refreshFrequency`),
    ...allAtLeast({ ...counts }, 1, `${PATH}.epoch`),
  ]),
  ...given(parameters.blobRetention, (lock) => validLock(lock, backend)),
]

const validLock = (lock: TypeOf<typeof blobRetention>, backend: Backend): Problems => {
  const path = `${PATH}.blobRetention`
  const period = (name: string, { period: text }: { readonly period: string }) =>
    validDuration(text, `${path}.${name}.period`, { leastSeconds: DAY, example: '720h (days are not known, not 30d)' })
  return [
    ...refuseIf(
      !WITH_LOCKS.some((tag) => tag in backend),
      path,
      `needs a backend with object locks: ${WITH_LOCKS.join(', ')}`,
    ),
    ...blobRetention.match(lock, {
      compliance: (value) => period('compliance', value),
      disabled: (value) =>
        refuseIf(!value, `${path}.disabled`, 'must be true: leave blobRetention out to change nothing'),
      governance: (value) => period('governance', value),
    }),
  ]
}
