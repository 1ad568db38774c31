import type { KubeObject } from '../../../api/kubernetes/object'
import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import { snapshotStatus } from '../../../api/kinds/snapshot'
import type { EffectRefusal } from '../../../hooks/effect'
import { findCondition } from '../../../hooks/core/conditions'
import { snapshot } from '../../../hooks/snapshot'
import { around, request } from './objects'
import { askHook, type Answer, type World } from './world'

export interface Told extends Answer {
  readonly status: SnapshotStatus
  readonly condition: (type: string) => string | undefined
  readonly children: ReadonlyArray<string>
  readonly effects: ReadonlyArray<string>
}

/** One call of the snapshot hook, told in few words. The live Snapshot is the one that was sent unless the world has another. */
export const ask = (
  parent: KubeObject,
  {
    jobs = [],
    world = { objects: [] },
    finalizing = false,
    now = around.now,
    scope,
    refusals = [],
    inPods,
  }: {
    jobs?: ReadonlyArray<KubeObject>
    world?: World
    finalizing?: boolean
    now?: number
    scope?: string
    refusals?: ReadonlyArray<EffectRefusal>
    inPods?: false
  } = {},
): Told => {
  const settings = {
    ...around.settings,
    ...(scope === undefined ? {} : { onlyNamespace: scope }),
    ...(inPods === undefined ? {} : { mover: { ...around.settings.mover, inPods } }),
  }
  const answer = askHook(
    snapshot.sync,
    request(parent, jobs, finalizing),
    { ...world, objects: [...world.objects, parent, ...jobs] },
    { ...around, now, settings, refusals },
  )
  const status: unknown = answer.decision.status
  if (!snapshotStatus.is(status)) throw new Error('the status does not fit its schema')
  return {
    ...answer,
    status,
    condition: (type) => {
      const found = findCondition(status.conditions, type)
      return found === undefined ? undefined : `${found.status}/${found.reason}`
    },
    children: answer.decision.children.map(({ _tag, object }) => `${_tag} ${object.metadata.name}`),
    effects: answer.decision.effects.map((effect) =>
      effect._tag === 'EmitEvent' ? `${effect.type} ${effect.reason} ${effect.action}` : effect._tag,
    ),
  }
}
