import type { KubeObject } from '../../../api/kubernetes/object'
import { formatInstant } from '../../../hooks/core/time/instant'
import { product } from '../world/product'
import { broken, type Body } from './break'
import { findFault, LIMIT, pause, story } from './find-fault'

jest.setTimeout(LIMIT)

const DAY = story(pause(1_500))

it('listing a vanished Job again is caught', async () => {
  const made = new Map<string, KubeObject>()
  const again = broken(product, 'snapshot', {
    decision: (decision, body) => {
      const uid = uidOf(body)
      for (const { _tag, object } of decision.children) if (_tag === 'create') made.set(uid, object)
      const job = made.get(uid)
      const listed = decision.children.some(({ object }) => object.metadata.name === job?.metadata.name)
      return job === undefined || listed
        ? decision
        : { ...decision, children: [...decision.children, { _tag: 'create', object: job, reason: 'broken' }] }
    },
  })
  expect(await findFault({ controllers: again }, [DAY], /invariant 5/)).toMatch('never runs again')
})

it('dropping a finished Job before its outcome is on record is caught', async () => {
  const hasty = broken(product, 'restore', {
    decision: (decision) => ({
      ...decision,
      children: decision.children.map((child) =>
        child._tag === 'keep' && isOver(child.object)
          ? { _tag: 'drop', object: child.object, reason: 'broken' }
          : child,
      ),
    }),
  })
  const worlds = [
    story({ after: 400, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } }, pause(120)),
  ]
  expect(await findFault({ controllers: hasty }, worlds, /invariant 5/)).toMatch('only after its outcome')
})

it('a status that never rests is caught', async () => {
  const ticks = { now: 1_772_323_200_000 }
  const ticking = broken(product, 'restore', {
    decision: (decision) => {
      ticks.now += 1_000
      return {
        ...decision,
        status: { ...decision.status, waitStartedAt: formatInstant(ticks.now) },
        resyncAfterSeconds: 60,
      }
    },
  })
  const worlds = [story({ after: 30, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } })]
  expect(await findFault({ controllers: ticking }, worlds, /hot loop/)).toMatch('hot loop')
})

const uidOf = (body: Body): string => (body['parent'] as KubeObject).metadata.uid ?? ''

const isOver = ({ status }: KubeObject): boolean => JSON.stringify(status ?? {}).includes('"Complete"')
