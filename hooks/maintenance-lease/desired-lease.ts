import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { Maintenance } from '../../api/kinds/maintenance'
import type { KubeObject } from '../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../api/names/labels'
import { capName } from '../core/names'
import { formatInstant, parseInstant } from '../core/time/instant'

export const leaseName = ({ metadata: { name } }: Maintenance): string => capName(`kopiur-maintenance-${name}`)

/** The Lease that shows who maintains the repository; nothing while nobody is known to. */
export const desiredLease = (maintenance: Maintenance, observed: KubeObject | undefined): KubeObject | undefined => {
  const { owner, claimedAt } = maintenance.status?.ownership ?? {}
  return owner === undefined
    ? undefined
    : {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: {
          name: leaseName(maintenance),
          namespace: maintenance.metadata.namespace ?? '',
          labels: { [Label.managedBy]: MANAGED_BY, [Label.component]: 'maintenance' },
        },
        spec: {
          holderIdentity: owner,
          ...acquired(claimedAt),
          leaseTransitions: transitions(observed, owner),
        },
      }
}

/** MicroTime has six digits behind the second. */
const acquired = (claimedAt: string | undefined): { readonly acquireTime?: string } =>
  pipe(
    O.fromNullable(claimedAt),
    O.chain(parseInstant),
    O.match(
      () => ({}),
      (at) => ({ acquireTime: formatInstant(at).replace('Z', '.000000Z') }),
    ),
  )

const transitions = (observed: KubeObject | undefined, owner: string): number => {
  const before = leaseSpec.decode(observed?.['spec'])
  if (before._tag === 'Left') return 0
  const { holderIdentity = owner, leaseTransitions = 0 } = before.right
  return holderIdentity === owner ? leaseTransitions : leaseTransitions + 1
}

const leaseSpec = t.partial({ holderIdentity: t.string, leaseTransitions: t.number })
