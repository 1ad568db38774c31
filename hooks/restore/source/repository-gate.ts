import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import { objectMeta } from '../../../api/kubernetes/object'
import { foundIn, readAs } from '../../core/kube'
import type { RepositoryRef } from '../../core/names'
import {
  admitsNamespace,
  describeRepository,
  isReady,
  readRepository,
  repositoryNeed,
  wantsNamespaceLabels,
  type AnyRepository,
} from '../../core/repository'
import type { Circumstances } from '../../hook'
import { getNeed, needKey } from '../../need'
import { ask, wait, type Step } from '../walk'
import type { ReadFrom } from './source'

/** A repository that is there, admits the namespace and is Ready. Its mode does not matter: a restore only reads. */
export const readyRepository = (
  ref: RepositoryRef,
  namespace: string,
  circumstances: Circumstances,
): Step<ReadFrom> => {
  const what = describeRepository(ref)
  const read = readRepository(circumstances.reads, ref)
  switch (read._tag) {
    case 'NotRead':
      return ask(repositoryNeed(ref))
    case 'Missing':
      return wait({ _tag: 'ReferentMissing', what })
    case 'Forbidden':
      return wait({ _tag: 'ReferentMissing', what, forbidden: read.message })
    case 'Unreadable':
      return wait({ _tag: 'RepositoryNotReady', what, phase: 'unreadable' })
    case 'Found':
      return admitted({ written: ref, object: read.value }, namespace, circumstances)
  }
}

const admitted = (found: ReadFrom, namespace: string, { reads }: Circumstances): Step<ReadFrom> => {
  const { object } = found
  if (object.kind === 'Repository') return ready(found)
  const need = getNeed({ apiVersion: 'v1', kind: 'Namespace', name: namespace })
  if (wantsNamespaceLabels(object.spec.allowedNamespaces) && !reads.has(needKey(need))) return ask(need)
  const labels = foundIn(readAs(namespaceObject)(reads, need))?.metadata.labels
  return admitsNamespace(object.spec.allowedNamespaces, namespace, labels)
    ? ready(found)
    : wait({ _tag: 'NamespaceNotAllowed', repository: object.metadata.name, namespace })
}

const namespaceObject = t.type({ metadata: objectMeta })

const ready = (found: ReadFrom): Step<ReadFrom> =>
  isReady(found.object)
    ? E.right(found)
    : wait({
        _tag: 'RepositoryNotReady',
        what: describe(found.object),
        phase: found.object.status?.phase ?? 'not yet connected',
      })

const describe = ({ kind, metadata }: AnyRepository): string =>
  `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`
