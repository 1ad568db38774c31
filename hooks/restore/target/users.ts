import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import { objectMeta } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { listAs } from '../../core/kube'
import type { Circumstances } from '../../hook'
import type { Need } from '../../need'
import { ask, stop, type Step } from '../walk'

const pod = t.intersection([
  t.type({ metadata: objectMeta }),
  t.partial({
    spec: t.partial({
      nodeName: t.string,
      tolerations: t.array(t.UnknownRecord),
      volumes: t.array(t.partial({ persistentVolumeClaim: t.type({ claimName: t.string }) })),
    }),
    status: t.partial({ phase: t.string }),
  }),
])
type Pod = t.TypeOf<typeof pod>

/** A pod that has not ended and mounts the claim. */
export interface ClaimUser {
  readonly pod: string
  /** A mover of ours, not somebody's workload. */
  readonly isMover: boolean
  readonly node?: string
  readonly running: boolean
  readonly tolerations: ReadonlyArray<{ readonly [field: string]: unknown }>
}

/** Who uses a claim, those that run first. Pods cannot be selected by claim, so this reads those of one namespace. */
export const claimUsers = (
  namespace: string,
  claim: string,
  { reads }: Circumstances,
): Step<ReadonlyArray<ClaimUser>> => {
  const need = podsNeed(namespace)
  const read = listAs(pod)(reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `the pods of ${namespace} may not be listed: ${read.message}` })
    case 'Listed':
      return pipe(E.right(read.items.filter(uses(claim)).map(toUser).sort(runningFirst)))
  }
}

const podsNeed = (namespace: string): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace,
  labelSelector: {},
})

const uses =
  (claim: string) =>
  ({ spec, status }: Pod): boolean =>
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed' &&
    (spec?.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === claim)

const toUser = ({ metadata, spec, status }: Pod): ClaimUser => ({
  pod: metadata.name,
  isMover: metadata.labels?.[Label.managedBy] === MANAGED_BY,
  ...(spec?.nodeName === undefined ? {} : { node: spec.nodeName }),
  running: status?.phase === 'Running',
  tolerations: spec?.tolerations ?? [],
})

const runningFirst = (a: ClaimUser, b: ClaimUser): number =>
  Number(b.running) - Number(a.running) || (a.pod < b.pod ? -1 : 1)
