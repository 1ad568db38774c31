import * as t from 'io-ts'
import type { InheritSecurityContext } from '../../../api/kinds/shared/inherit-security-context'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import type { ConditionUpdate } from '../../core/conditions'
import type { MoverLayer, NamedLayer } from '../../core/mover-job'
import { chain, end, go, listStep, type Step } from '../../core/step'
import type { Need } from '../../need'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { waitFor } from '../waiting'

/** The layers of a mover, with that of a workload between the repository's and the recipe's, and what is said of it. */
export interface Inherited {
  readonly layers: ReadonlyArray<NamedLayer>
  readonly condition?: ConditionUpdate
}

/** The security context of a workload's pod, taken over where the recipe asks for it. */
export const withInherited = (
  scene: Scene,
  [defaults, ...recipes]: ReadonlyArray<NamedLayer>,
  { from, claim }: { readonly from: InheritSecurityContext | undefined; readonly claim: string | undefined },
): Step<Inherited, Move> => {
  const own = defaults === undefined ? recipes : [defaults, ...recipes]
  if (from === undefined || 'snapshot' in from) return go({ layers: own })
  return chain(listStep(pod, scene.reads, podsNeed(scene.namespace, from)), (listed) => {
    const pods = listed._tag === 'Listed' ? listed.items : []
    const contexts = contextsOf(from, pods, claim)
    if (contexts !== undefined)
      return go({
        layers: [...(defaults === undefined ? [] : [defaults]), contexts, ...recipes],
        condition: judged(contexts.layer, recipes),
      })
    return recipes.some(({ layer }) => pinsUser(layer))
      ? go({ layers: own, condition: FALLBACK })
      : end(unresolved(from))
  })
}

const pod = t.intersection([
  t.type({
    metadata: t.intersection([t.type({ name: t.string }), t.partial({ labels: t.record(t.string, t.string) })]),
    spec: t.intersection([
      t.type({
        containers: t.array(
          t.intersection([t.type({ name: t.string }), t.partial({ securityContext: t.UnknownRecord })]),
        ),
      }),
      t.partial({
        securityContext: t.UnknownRecord,
        volumes: t.array(t.partial({ persistentVolumeClaim: t.type({ claimName: t.string }) })),
      }),
    ]),
  }),
  t.partial({ status: t.partial({ phase: t.string }) }),
])
type Pod = t.TypeOf<typeof pod>

const podsNeed = (namespace: string, from: InheritSecurityContext): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace,
  labelSelector: 'workloadSelector' in from ? from.workloadSelector.podSelector : {},
})

/** A running pod is preferred, then the first by name; movers do not count. */
const contextsOf = (
  from: Exclude<InheritSecurityContext, { readonly snapshot: unknown }>,
  pods: ReadonlyArray<Pod>,
  claim: string | undefined,
): NamedLayer | undefined => {
  const candidates = pods
    .filter(({ metadata }) => metadata.labels?.[Label.managedBy] !== MANAGED_BY)
    .filter((candidate) => 'workloadSelector' in from || mounts(candidate, claim))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  const chosen = candidates.find(({ status }) => status?.phase === 'Running') ?? candidates[0]
  const name = 'workloadSelector' in from ? from.workloadSelector.container : from.pvcConsumer.container
  const container = chosen?.spec.containers.find((each) => name === undefined || each.name === name)
  if (chosen === undefined || container === undefined) return undefined
  const { securityContext } = container
  return securityContext === undefined && chosen.spec.securityContext === undefined
    ? undefined
    : {
        from: `pod ${chosen.metadata.name} (inheritSecurityContextFrom)`,
        layer: {
          ...(securityContext === undefined ? {} : { securityContext }),
          ...(chosen.spec.securityContext === undefined ? {} : { podSecurityContext: chosen.spec.securityContext }),
        },
      }
}

const mounts = ({ spec }: Pod, claim: string | undefined): boolean =>
  claim !== undefined && spec.volumes?.some((volume) => volume.persistentVolumeClaim?.claimName === claim) === true

const userOf = ({ securityContext, podSecurityContext }: MoverLayer): unknown =>
  securityContext?.['runAsUser'] ?? podSecurityContext?.['runAsUser']

const pinsUser = (layer: MoverLayer): boolean => userOf(layer) !== undefined

const judged = (inherited: MoverLayer, recipes: ReadonlyArray<NamedLayer>): ConditionUpdate => {
  const winner = [...recipes].reverse().find(({ layer }) => pinsUser(layer))
  if (winner !== undefined && userOf(winner.layer) !== userOf(inherited))
    return said('False', 'InheritOverridden', `${winner.from} sets another user than the workload has.`)
  return pinsUser(inherited)
    ? said('True', 'InheritApplied', 'The mover runs as the user of the workload.')
    : said(
        'False',
        'InheritPinnedNoUid',
        'The workload pins no user, so the mover runs as its own. Set runAsUser on the workload.',
      )
}

const said = (status: 'True' | 'False', reason: string, message: string): ConditionUpdate => ({
  type: 'SecurityContextInherited',
  status,
  reason,
  message,
})

const FALLBACK = said(
  'False',
  'InheritFallback',
  'No workload was found to take the user of; the recipe names one itself.',
)

const unresolved = (from: InheritSecurityContext): Move => {
  const what = 'workloadSelector' in from ? 'matches its podSelector' : 'mounts the source claim'
  const message = `mover.inheritSecurityContextFrom finds no pod that ${what} and says as whom it runs. Start the workload, fix the selector or container, or set mover.securityContext.runAsUser.`
  return waitFor(
    {
      reason: 'InheritSourceMissing',
      message,
      conditions: [{ type: 'SecurityContextResolved', status: 'False', reason: 'InheritSourceMissing', message }],
      action: 'PinWorkloadRunAsUser',
    },
    30,
  )
}
