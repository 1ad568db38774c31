import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import type { Restore } from '../../api/kinds/restore'
import { objectMeta } from '../../api/kubernetes/object'
import { readAs } from '../core/kube'
import type { Circumstances } from '../hook'
import { getNeed } from '../need'
import { namespaceOf } from './names'
import { ask, stop, wait, type Step } from './walk'

const job = t.type({ metadata: objectMeta })

/** Goes on only where no Job of that name exists, by a read that no cache answers. */
export const noJobYet = (restore: Restore, name: string, { reads }: Circumstances): Step<void> => {
  const need = getNeed({ apiVersion: 'batch/v1', kind: 'Job', namespace: namespaceOf(restore), name })
  const read = readAs(job)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Missing':
      return E.right(undefined)
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `Job ${name} may not be read: ${read.message}` })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: `Job ${name} does not have the shape of its kind` })
    case 'Found': {
      const owner = read.value.metadata.ownerReferences?.find(({ controller }) => controller === true)
      return owner?.uid === restore.metadata.uid
        ? stop({ _tag: 'AwaitObservation', job: name })
        : wait({
            _tag: 'JobNameTaken',
            job: name,
            owner: owner === undefined ? 'nobody' : `${owner.kind} ${owner.name}`,
          })
    }
  }
}
