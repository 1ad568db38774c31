import type { Controller, Decision } from '../../../hooks/hook'
import type { Script, Step } from '../world/action'
import { product } from '../world/product'
import { USUAL } from '../world/setting'
import { runWorld } from '../world/run-world'
import type { WorldOptions } from '../world/world'
import { broken, type Fault } from './break'

export const LIMIT = 180_000

/** A quiet world in which one thing after the other happens, seconds apart. */
export const story = (...steps: ReadonlyArray<Step>): Script => ({
  seed: 5,
  setting: { ...USUAL, concurrencyPolicy: 'Allow', threshold: 3 },
  steps,
})

/** Time passes. */
export const pause = (after: number): Step => ({ after, action: { _tag: 'ApiTrouble', share: 0 } })

export const NOBODY = 'nobody noticed'

/** To whom a fault shows in the first world in which it does. */
export const findFault = async (
  options: Omit<WorldOptions, 'seed'>,
  worlds: ReadonlyArray<Script>,
  oracle: RegExp,
): Promise<string> => {
  for (const world of worlds) {
    const violations = await runWorld(world, { ...options, endAt: oracle })
    const found = violations.find((violation) => oracle.test(violation.oracle))
    if (found !== undefined) return found.oracle
  }
  return NOBODY
}

export const brokenPolicy = (fault: Fault): ReadonlyArray<Controller> => broken(product, 'snapshot-policy', fault)

/** Changes what is decided about Snapshots; other children stay. */
export const onSnapshots =
  (change: (child: Decision['children'][number]) => ReadonlyArray<Decision['children'][number]>) =>
  (decision: Decision): Decision => ({
    ...decision,
    children: decision.children.flatMap((child) => (child.object.kind === 'Snapshot' ? change(child) : [child])),
  })
