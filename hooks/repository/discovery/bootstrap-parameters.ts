import type { BootstrapOperation } from '../../../api/mover/work-spec'
import type { AnyRepository } from '../../core/repository'

type Spec = AnyRepository['spec']

/** Format of a new repository and the parameters of any: what is absent is left as it is. */
export const bootstrapParameters = (spec: Spec): Pick<BootstrapOperation, 'create' | 'epoch' | 'blobRetention'> => ({
  ...create(spec.create),
  ...(spec.parameters?.epoch === undefined ? {} : { epoch: spec.parameters.epoch }),
  ...blobRetention(spec.parameters?.blobRetention),
})

const create = (format: Spec['create']): Pick<BootstrapOperation, 'create'> => {
  const { encryption, splitter, hash, ecc } = format ?? {}
  return {
    create: {
      ...(encryption === undefined ? {} : { encryption }),
      ...(splitter === undefined ? {} : { splitter }),
      ...(hash === undefined ? {} : { hash }),
      ...(ecc === undefined ? {} : { ecc }),
    },
  }
}

const blobRetention = (
  retention: NonNullable<Spec['parameters']>['blobRetention'],
): Pick<BootstrapOperation, 'blobRetention'> => {
  if (retention === undefined) return {}
  if ('governance' in retention) return { blobRetention: { mode: 'GOVERNANCE', period: retention.governance.period } }
  if ('compliance' in retention) return { blobRetention: { mode: 'COMPLIANCE', period: retention.compliance.period } }
  return retention.disabled ? { blobRetention: { mode: 'none' } } : {}
}
