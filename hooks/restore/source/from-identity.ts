import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../../api/kinds/restore'
import type { RestoreSource } from '../../../api/kinds/shared/restore/source'
import { resolveRepositoryRef } from '../../core/repository'
import type { Circumstances } from '../../hook'
import { namespaceOf } from '../names'
import { wait, type Step } from '../walk'
import { readyRepository } from './repository-gate'
import type { Selector, Source } from './source'

type ByIdentity = Extract<RestoreSource, { readonly identity: unknown }>['identity']

/** A snapshot by kopia's own identity: an exact id, or the newest that fits. */
export const fromIdentity = (restore: Restore, wanted: ByIdentity, circumstances: Circumstances): Step<Source> => {
  const written = restore.spec.repository
  if (written === undefined)
    return wait({
      _tag: 'InvalidSpec',
      problems: [{ field: 'spec.repository', message: 'source.identity needs the repository to read; name it here' }],
    })
  const { username, hostname, sourcePath, snapshotID } = wanted
  const identity = { username, hostname, ...(sourcePath === undefined ? {} : { sourcePath }) }
  return pipe(
    readyRepository(resolveRepositoryRef(written, namespaceOf(restore)), namespaceOf(restore), circumstances),
    E.map((repository) =>
      snapshotID === undefined
        ? { _tag: 'Search', repository, selector: selectorOf(identity, wanted) }
        : {
            _tag: 'Known',
            repository,
            snapshotId: snapshotID,
            identity,
            anchor: identity,
          },
    ),
  )
}

/** An offset below zero is the newest. */
export const selectorOf = (
  identity: { readonly username: string; readonly hostname: string; readonly sourcePath?: string },
  { asOf, offset }: { readonly asOf?: string; readonly offset?: number },
): Selector => ({ ...identity, offset: Math.max(0, offset ?? 0), ...(asOf === undefined ? {} : { asOf }) })
