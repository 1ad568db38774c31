import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import { snapshotPolicy, type SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { RelatedRule } from '../../api/metacontroller/customize'
import { API_VERSION } from '../../api/names/group'
import { resolveRepositoryRef } from '../core/repository'
import type { CustomizeHook } from '../hook'
import { writtenTargets } from './target'

const request = t.type({ parent: snapshotPolicy })

/** Its repositories by name, and every schedule of its namespace: which of them mean it depends on labels. */
export const customize: CustomizeHook = (body) =>
  pipe(
    request.decode(body),
    E.map(({ parent }) => [...repositoryRules(parent), schedules(parent)]),
  )

const schedules = ({ metadata }: SnapshotPolicy): RelatedRule => ({
  apiVersion: API_VERSION,
  resource: 'snapshotschedules',
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
})

const repositoryRules = ({ spec, metadata }: SnapshotPolicy): ReadonlyArray<RelatedRule> =>
  writtenTargets(spec)
    .map((written) => resolveRepositoryRef(written, metadata.namespace ?? ''))
    .map((ref) =>
      ref.kind === 'Repository'
        ? { apiVersion: API_VERSION, resource: 'repositories', namespace: ref.namespace, names: [ref.name] }
        : { apiVersion: API_VERSION, resource: 'clusterrepositories', names: [ref.name] },
    )
