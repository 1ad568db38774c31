import * as E from 'fp-ts/Either'
import { restore, type Restore } from '../../api/kinds/restore'
import { API_VERSION } from '../../api/names/group'
import { readAs } from '../core/kube'
import type { Circumstances } from '../hook'
import { getNeed, type Need } from '../need'
import { isSettled } from './phase'
import { claimsNeed } from './populator/user-claim'
import type { RestoreRequest } from './request'
import { ask, stop, type Step } from './walk'

/**
 * The Restore as it stands. A request may carry an older one, whose status would make a finished restore run again over
 * a volume in use; so all but an ended one is read again.
 */
export const currentRestore = ({ parent }: RestoreRequest, { reads }: Circumstances): Step<Restore> => {
  if (isSettled(parent)) return E.right(parent)
  const need = restoreNeed(parent)
  const read = readAs(restore)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need, ...alongside(parent))
    case 'Missing':
      return stop({ _tag: 'Leave' })
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `the Restore may not be read: ${read.message}` })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: 'the stored Restore does not have the shape of its kind' })
    case 'Found':
      return read.value.metadata.uid === parent.metadata.uid ? E.right(read.value) : stop({ _tag: 'Leave' })
  }
}

/** What a populator wants in any case: a call has but a few rounds. */
const alongside = (parent: Restore): ReadonlyArray<Need> =>
  'populator' in parent.spec.target ? [claimsNeed(parent)] : []

export const restoreNeed = ({ metadata }: Pick<Restore, 'metadata'>): Need =>
  getNeed({
    apiVersion: API_VERSION,
    kind: 'Restore',
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  })
