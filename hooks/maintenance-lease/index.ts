/** Shows the owner of a repository's maintenance as a Lease. It decides nothing: the owner is what kopia has recorded. */
import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import { maintenance } from '../../api/kinds/maintenance'
import { kindKey, objectMap } from '../../api/metacontroller/sync'
import { hook, type Circumstances, type Controller, type Decision } from '../hook'
import { desiredLease } from './desired-lease'

const request = t.type({ object: maintenance, attachments: objectMap })
type Request = t.TypeOf<typeof request>

const decide = ({ object, attachments }: Request, { settings }: Circumstances): Decision => {
  const observed = Object.values(attachments[kindKey('coordination.k8s.io/v1', 'Lease')] ?? {})
  const isOurs = settings.onlyNamespace === undefined || settings.onlyNamespace === object.metadata.namespace
  const wanted = isOurs ? desiredLease(object, observed[0]) : undefined
  const kept = observed.map((lease) => ({
    _tag: 'keep' as const,
    object: lease.metadata.name === wanted?.metadata.name ? wanted : lease,
  }))
  return {
    children:
      wanted === undefined || observed.length > 0
        ? kept
        : [{ _tag: 'create', object: wanted, reason: 'an owner is known' }],
    effects: [],
  }
}

export const maintenanceLease: Controller = {
  name: 'maintenance-lease',
  type: 'decorator',
  sync: hook({
    codec: request,
    needs: () => [],
    decide: (asked, circumstances) => E.right(decide(asked, circumstances)),
  }),
}
