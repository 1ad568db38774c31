import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore, RestoreResolved } from '../../api/kinds/restore'
import { snapshot } from '../../api/kinds/snapshot'
import type { Anchor } from '../../api/mover/work-spec'
import { foundIn, readAs } from '../core/kube'
import { resolveRepositoryRef } from '../core/repository'
import type { Circumstances } from '../hook'
import { needKey } from '../need'
import { namespaceOf } from './names'
import { selectorOf } from './source/from-identity'
import { snapshotNeed } from './source/from-snapshot'
import { readyRepository } from './source/repository-gate'
import type { ReadFrom, Selector } from './source/source'
import { ask, both, wait, type Step } from './walk'

/** What was settled on record, ready to be run. */
export type Choice =
  | { readonly _tag: 'Snapshot'; readonly repository: ReadFrom; readonly snapshotId: string; readonly anchor?: Anchor }
  | { readonly _tag: 'Search'; readonly repository: ReadFrom; readonly selector: Selector }

/**
 * The choice that is on record. It is read from the status alone: whatever happens to spec, policy or Snapshot later, a
 * pinned restore keeps its source.
 */
export const recordedChoice = (restore: Restore, circumstances: Circumstances): Step<Choice> =>
  pipe(
    both(recordedRepository(restore, circumstances), recordedAnchor(restore, circumstances)),
    E.chain(([repository, anchor]): Step<Choice> => {
      const { kopiaSnapshotID, identity } = restore.status?.resolved ?? {}
      if (kopiaSnapshotID !== undefined)
        return E.right({
          _tag: 'Snapshot',
          repository,
          snapshotId: kopiaSnapshotID,
          ...(anchor === undefined ? {} : { anchor }),
        })
      return identity === undefined
        ? invalid('status.resolved', 'holds neither a snapshot nor an identity; create a new Restore')
        : E.right({ _tag: 'Search', repository, selector: selectorOf(identity, searchBounds(restore)) })
    }),
  )

const recordedRepository = (restore: Restore, circumstances: Circumstances): Step<ReadFrom> => {
  const written = restore.status?.resolved?.repository ?? restore.spec.repository
  return written === undefined
    ? invalid('spec.repository', 'the repository of the pinned snapshot is not on record; name it here')
    : readyRepository(resolveRepositoryRef(written, namespaceOf(restore)), namespaceOf(restore), circumstances)
}

const searchBounds = ({ spec: { source } }: Restore): { readonly asOf?: string; readonly offset?: number } => {
  if ('fromPolicy' in source) return source.fromPolicy
  return 'identity' in source ? source.identity : {}
}

/** Start and identity of the Snapshot while it is still there; else what is on record. */
const recordedAnchor = ({ status }: Restore, { reads }: Circumstances): Step<Anchor | undefined> => {
  const { snapshotRef, identity } = status?.resolved ?? {}
  if (snapshotRef?.namespace === undefined) return E.right(anchorOf(identity, undefined))
  const need = snapshotNeed({ name: snapshotRef.name, namespace: snapshotRef.namespace })
  if (!reads.has(needKey(need))) return ask(need)
  return E.right(anchorOf(identity, foundIn(readAs(snapshot)(reads, need))?.status?.timing?.startTime))
}

/** Without a path nothing can be found again, but whose it is can still be told. */
const anchorOf = (identity: RestoreResolved['identity'], startTime: string | undefined): Anchor | undefined =>
  identity === undefined ? undefined : { ...identity, ...(startTime === undefined ? {} : { startTime }) }

const invalid = (field: string, message: string): Step<never> =>
  wait({ _tag: 'InvalidSpec', problems: [{ field, message }] })

/** What goes on record of a choice that the mover still has to make. */
export const searchOnRecord = (
  { written }: ReadFrom,
  { username, hostname, sourcePath }: Selector,
): RestoreResolved => ({
  repository: written,
  identity: { username, hostname, ...(sourcePath === undefined ? {} : { sourcePath }) },
})
