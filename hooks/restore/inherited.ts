import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import type { Restore } from '../../api/kinds/restore'
import type { InheritSecurityContext } from '../../api/kinds/shared/inherit-security-context'
import { snapshot } from '../../api/kinds/snapshot'
import { foundIn, listAs, readAs } from '../core/kube'
import type { NamedLayer } from '../core/mover-job'
import type { Circumstances } from '../hook'
import { needKey, type Need } from '../need'
import { namespaceOf } from './names'
import { snapshotNeed } from './source/from-snapshot'
import { ask, stop, wait, type Step } from './walk'

/**
 * The user that the mover takes over: that of a workload, or the one recorded with the snapshot. A mover of another user
 * would write files that nobody can read, so what cannot be found is waited for, unless the spec pins a user itself.
 */
export const inheritedLayer = (restore: Restore, circumstances: Circumstances): Step<NamedLayer | undefined> => {
  const from = restore.spec.mover?.inheritSecurityContextFrom
  if (from === undefined || 'pvcConsumer' in from) return E.right(undefined)
  return 'snapshot' in from
    ? ofSnapshot(restore, circumstances)
    : ofWorkload(restore, from.workloadSelector, circumstances)
}

const contexts = t.partial({ securityContext: t.UnknownRecord })
const pod = t.type({
  metadata: t.type({ name: t.string }),
  spec: t.intersection([
    t.type({ containers: t.array(t.intersection([t.type({ name: t.string }), contexts])) }),
    contexts,
  ]),
})
type Pod = t.TypeOf<typeof pod>

type Selector = Extract<InheritSecurityContext, { readonly workloadSelector: unknown }>['workloadSelector']

const ofWorkload = (
  restore: Restore,
  { podSelector, container }: Selector,
  { reads }: Circumstances,
): Step<NamedLayer | undefined> => {
  const need: Need = {
    _tag: 'List',
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: namespaceOf(restore),
    labelSelector: podSelector,
  }
  const listed = listAs(pod)(reads, need)
  if (listed._tag === 'NotRead') return ask(need)
  if (listed._tag === 'Forbidden')
    return stop({ _tag: 'CannotAnswer', why: `the pods of the namespace may not be listed: ${listed.message}` })
  const layer = [...listed.items].sort(byName).flatMap(layerOf(container))[0]
  return layer === undefined
    ? missing(restore, 'No pod that mover.inheritSecurityContextFrom.workloadSelector selects has a security context.')
    : E.right(layer)
}

const byName = (a: Pod, b: Pod): number => (a.metadata.name < b.metadata.name ? -1 : 1)

const layerOf =
  (wanted: string | undefined) =>
  ({ metadata, spec }: Pod): ReadonlyArray<NamedLayer> => {
    const securityContext = spec.containers.find(({ name }) => wanted === undefined || name === wanted)?.securityContext
    return securityContext === undefined && spec.securityContext === undefined
      ? []
      : [
          {
            from: `pod ${metadata.name} (inheritSecurityContextFrom)`,
            layer: {
              ...(securityContext === undefined ? {} : { securityContext }),
              ...(spec.securityContext === undefined ? {} : { podSecurityContext: spec.securityContext }),
            },
          },
        ]
  }

const ofSnapshot = (restore: Restore, { reads }: Circumstances): Step<NamedLayer | undefined> => {
  const ref = restore.status?.resolved?.snapshotRef
  if (ref?.namespace === undefined)
    return missing(restore, 'Only a Snapshot keeps the user it was made as: name one with source.snapshotRef.')
  const need = snapshotNeed({ name: ref.name, namespace: ref.namespace })
  if (!reads.has(needKey(need))) return ask(need)
  const recorded = foundIn(readAs(snapshot)(reads, need))?.status?.recorded
  if (recorded === undefined)
    return missing(restore, `Snapshot ${ref.namespace}/${ref.name} keeps no record of its user.`)
  const { uid, gid, fsGroup } = recorded
  return E.right({
    from: `Snapshot ${ref.namespace}/${ref.name} (recorded)`,
    layer: {
      securityContext: {
        ...(uid === undefined ? {} : { runAsUser: uid }),
        ...(gid === undefined ? {} : { runAsGroup: gid }),
      },
      podSecurityContext: fsGroup === undefined ? {} : { fsGroup },
    },
  })
}

const missing = ({ spec }: Restore, why: string): Step<undefined> => {
  const pinned = spec.mover?.securityContext?.runAsUser ?? spec.mover?.podSecurityContext?.runAsUser
  return pinned === undefined ? wait({ _tag: 'MissingIdentity', why }) : E.right(undefined)
}
