import * as E from 'fp-ts/Either'
import type { SnapshotRow } from '../../../api/kinds/shared/snapshot/row'
import { snapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { resolveIdentity } from '../../core/identity'
import {
  describeRepository,
  readRepository,
  repositoryNeed,
  resolveRepositoryRef,
  type AnyRepository,
} from '../../core/repository'
import { ask, chain, go, readStep, type Step } from '../../core/step'
import { policyRefOf } from '../launch/policy-of'
import type { Scene } from '../scene'

/**
 * Why this namespace may not hold a row of this identity; nothing when it may. The repository of a namespace is open to
 * whoever may use it; in one that is shared, a row must not open the snapshots of another namespace.
 */
export const rowPlacement = (scene: Scene, { resolved, snapshot }: SnapshotRow): Step<string | undefined, never> => {
  if (resolved.repository === undefined) return go('The row does not say which repository holds its snapshot.')
  const ref = resolveRepositoryRef(resolved.repository, scene.namespace)
  if (ref.kind === 'Repository') return go(undefined)
  const read = readRepository(scene.reads, ref)
  if (read._tag === 'NotRead') return ask([repositoryNeed(ref)])
  if (read._tag !== 'Found') return go(`${describeRepository(ref)} of the row cannot be read.`)
  return belongsHere(scene.namespace, snapshot.identity.hostname, read.value)
    ? go(undefined)
    : chain(isOfPolicy(scene, snapshot.identity, read.value), (own) =>
        go(
          own
            ? undefined
            : `The snapshot is one of ${snapshot.identity.username}@${snapshot.identity.hostname}, which is not of namespace ${scene.namespace}.`,
        ),
      )
}

const belongsHere = (namespace: string, hostname: string, { spec }: AnyRepository): boolean => {
  const cluster = spec.identityDefaults?.cluster
  return (
    hostname === namespace ||
    (cluster !== undefined && hostname === `${namespace}.${cluster}`) ||
    spec.catalog?.fallbackNamespace === namespace
  )
}

/** An adopted row may carry whatever identity its policy writes under. */
const isOfPolicy = (
  scene: Scene,
  identity: { readonly username: string; readonly hostname: string },
  repository: AnyRepository,
): Step<boolean, never> => {
  const ref = policyRefOf(scene)
  if (ref === undefined) return go(false)
  return chain(readStep(snapshotPolicy, scene.reads, ref), (read) => {
    const own = read._tag === 'Found' ? resolveIdentity(read.value, repository.spec.identityDefaults) : undefined
    return go(
      own !== undefined &&
        E.isRight(own) &&
        own.right.username === identity.username &&
        own.right.hostname === identity.hostname,
    )
  })
}
