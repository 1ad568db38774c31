import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../../api/kinds/restore'
import { snapshot, type Snapshot } from '../../../api/kinds/snapshot'
import type { LocalRef } from '../../../api/kinds/shared/reference'
import type { Anchor } from '../../../api/mover/work-spec'
import { API_VERSION } from '../../../api/names/group'
import { readAs } from '../../core/kube'
import { resolveRepositoryRef } from '../../core/repository'
import type { Circumstances } from '../../hook'
import { getNeed, type Need } from '../../need'
import { namespaceOf } from '../names'
import { ask, stop, wait, type Step } from '../walk'
import { readyRepository } from './repository-gate'
import { snapshotRepository } from './snapshot-repository'
import type { Source } from './source'

/** What the Snapshot that is named holds. A row that is not there may still come: the window of the Restore decides. */
export const fromSnapshot = (restore: Restore, named: LocalRef, circumstances: Circumstances): Step<Source> => {
  const ref = { name: named.name, namespace: named.namespace ?? namespaceOf(restore) }
  const what = `Snapshot ${ref.namespace}/${ref.name}`
  const need = snapshotNeed(ref)
  const read = readAs(snapshot)(circumstances.reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Missing':
      return E.right({ _tag: 'NotYet', what: `${what} does not exist`, snapshotRef: ref })
    case 'Forbidden':
      return wait({ _tag: 'ReferentMissing', what, forbidden: read.message })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: `${what} does not have the shape of its kind` })
    case 'Found':
      return fromRow(restore, read.value, ref, circumstances)
  }
}

export const snapshotNeed = (ref: { readonly name: string; readonly namespace: string }): Need =>
  getNeed({ apiVersion: API_VERSION, kind: 'Snapshot', ...ref })

const fromRow = (
  restore: Restore,
  row: Snapshot,
  snapshotRef: { readonly name: string; readonly namespace: string },
  circumstances: Circumstances,
): Step<Source> => {
  const what = `Snapshot ${snapshotRef.namespace}/${snapshotRef.name}`
  const saved = row.status?.snapshot
  if (saved === undefined)
    return E.right({
      _tag: 'NotYet',
      what: `${what} holds no kopia snapshot (phase ${row.status?.phase ?? 'Pending'})`,
      snapshotRef,
    })
  const written = restore.spec.repository
  const repository =
    written === undefined ? snapshotRepository(row) : resolveRepositoryRef(written, namespaceOf(restore))
  if (repository === undefined)
    return wait({
      _tag: 'InvalidSpec',
      problems: [
        { field: 'spec.repository', message: `${what} does not say which repository it lies in; name it here` },
      ],
    })
  return pipe(
    readyRepository(repository, namespaceOf(restore), circumstances),
    E.map((found) => ({
      _tag: 'Known',
      repository: found,
      snapshotId: saved.kopiaSnapshotID,
      identity: saved.identity,
      snapshotRef,
      anchor: anchorOf(row, saved.identity),
    })),
  )
}

/** How the snapshot is found again once kopia has given it another id. */
const anchorOf = (
  { status }: Snapshot,
  {
    username,
    hostname,
    sourcePath,
  }: { readonly username: string; readonly hostname: string; readonly sourcePath?: string },
): Anchor => ({
  username,
  hostname,
  ...(sourcePath === undefined ? {} : { sourcePath }),
  ...(status?.timing?.startTime === undefined ? {} : { startTime: status.timing.startTime }),
})
