import type { KubeObject } from '../../../api/kubernetes/object'
import { brokenPolicy, findFault, LIMIT, onSnapshots, pause, story } from './find-fault'

jest.setTimeout(LIMIT)

const DAY = story(pause(1_500))

it('minting twice is caught', async () => {
  const twice = brokenPolicy({
    decision: onSnapshots((child) =>
      child._tag === 'create'
        ? [child, { ...child, object: renamed(child.object, `${child.object.metadata.name}-again`) }]
        : [child],
    ),
  })
  expect(await findFault({ controllers: twice }, [DAY], /invariant 1/)).toMatch('exactly one Snapshot')
})

it('minting nothing is caught', async () => {
  const never = brokenPolicy({ decision: onSnapshots((child) => (child._tag === 'create' ? [] : [child])) })
  expect(await findFault({ controllers: never }, [DAY], /invariant 1/)).toMatch('exactly one Snapshot')
})

it('listing a vanished Snapshot again is caught', async () => {
  const made = new Map<string, KubeObject>()
  const again = brokenPolicy({
    decision: (decision) => {
      for (const { _tag, object } of decision.children)
        if (_tag === 'create' && object.kind === 'Snapshot') made.set(object.metadata.name, object)
      const listed = new Set(decision.children.map(({ object }) => object.metadata.name))
      const lost = [...made.values()].filter(({ metadata }) => !listed.has(metadata.name))
      return {
        ...decision,
        children: [
          ...decision.children,
          ...lost.map((object) => ({ _tag: 'create' as const, object, reason: 'broken' })),
        ].filter(({ object }) => object.metadata.name.startsWith('first') || !made.has(object.metadata.name)),
      }
    },
  })
  const worlds = [
    story({ after: 400, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Background' } }, pause(200)),
  ]
  expect(await findFault({ controllers: again }, worlds, /invariant 1/)).toMatch('exactly one Snapshot')
})

const renamed = (object: KubeObject, name: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, name },
})
