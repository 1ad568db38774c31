import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import { clusterRepository } from '../../api/kinds/cluster-repository'
import { repository } from '../../api/kinds/repository'
import { snapshot, type Snapshot } from '../../api/kinds/snapshot'
import { snapshotPolicy, type SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { snapshotSchedule, type SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { kindKey } from '../../api/metacontroller/sync'
import { API_VERSION } from '../../api/names/group'
import type { AnyRepository } from '../core/repository'

/** A call for one SnapshotPolicy: it, all its Snapshots, its repositories, the schedules of its namespace. */
export interface PolicyRequest {
  readonly policy: SnapshotPolicy
  readonly snapshots: ReadonlyArray<Snapshot>
  readonly repositories: ReadonlyArray<AnyRepository>
  readonly schedules: ReadonlyArray<SnapshotSchedule>
}

const objects = t.record(t.string, t.unknown)
const body = t.type({
  parent: snapshotPolicy,
  children: t.record(t.string, objects),
  related: t.record(t.string, objects),
})

/** Every Snapshot has to decode, since what is not named is deleted; a related object that does not counts as absent. */
export const policyRequest: t.Decoder<unknown, PolicyRequest> = {
  name: 'PolicyRequest',
  validate: (value, context) => {
    const call = body.validate(value, context)
    if (E.isLeft(call)) return call
    const { parent, children, related } = call.right
    const of = (kind: string) => Object.values(related[kindKey(API_VERSION, kind)] ?? {})
    const snapshots = Object.values(children[kindKey(API_VERSION, 'Snapshot')] ?? {}).map((child) =>
      snapshot.validate(child, context),
    )
    const failed = snapshots.find(E.isLeft)
    return (
      failed ??
      t.success({
        policy: parent,
        snapshots: byName(snapshots.flatMap((child) => (E.isRight(child) ? [child.right] : []))),
        repositories: [
          ...decoded(repository, of('Repository')),
          ...decoded(clusterRepository, of('ClusterRepository')),
        ],
        schedules: byName(decoded(snapshotSchedule, of('SnapshotSchedule'))),
      })
    )
  },
  decode: (value) => policyRequest.validate(value, [{ key: '', type: body }]),
}

const decoded = <A>(codec: t.Decoder<unknown, A>, values: ReadonlyArray<unknown>): ReadonlyArray<A> =>
  values.flatMap((value) => {
    const result = codec.decode(value)
    return E.isRight(result) ? [result.right] : []
  })

interface Named {
  readonly metadata: { readonly name: string }
}

/** Sorted; a list that is sorted already is given back as it is. */
export const byName = <A extends Named>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.every((item, index) => index === 0 || (list[index - 1]?.metadata.name ?? '') <= item.metadata.name)
    ? list
    : [...list].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
