import * as E from 'fp-ts/Either'
import type { RepositoryRef } from '../../core/names'
import { describeRepository, isReady, readRepository, repositoryNeed } from '../../core/repository'
import type { Circumstances } from '../../hook'
import { ask, wait, type Step } from '../walk'
import type { ReadFrom } from './source'

/** A repository that is there and Ready. Its mode does not matter: a restore writes nothing to it. */
export const readyRepository = (ref: RepositoryRef, { reads }: Circumstances): Step<ReadFrom> => {
  const what = describeRepository(ref)
  const read = readRepository(reads, ref)
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
      return isReady(read.value)
        ? E.right({ written: ref, object: read.value })
        : wait({ _tag: 'RepositoryNotReady', what, phase: read.value.status?.phase ?? 'not yet connected' })
  }
}
