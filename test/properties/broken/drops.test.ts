import { Annotation } from '../../../api/names/annotations'
import type { ReadOutcome } from '../../../hooks/need'
import { type Step } from '../world/action'
import { product } from '../world/product'
import { broken, type Body } from './break'
import { changed, withSpec } from './changed'
import { brokenPolicy, findFault, LIMIT, NOBODY, onSnapshots, pause, story } from './find-fault'

jest.setTimeout(LIMIT)

const DAY = story(pause(1_500))

it('dropping an observed child is caught', async () => {
  const drops = brokenPolicy({
    decision: onSnapshots((child) =>
      child._tag === 'keep' ? [{ _tag: 'drop', object: child.object, reason: 'broken' }] : [child],
    ),
  })
  expect(await findFault({ controllers: drops }, [DAY], /invariant 8: only/)).toMatch('stamped')
})

it('dropping a Snapshot that was pinned after its stamp is caught', async () => {
  const blind = brokenPolicy({
    body: (body) => unpinned(body) as Body,
    circumstances: (circumstances) => ({
      ...circumstances,
      reads: new Map([...circumstances.reads].map(([key, outcome]) => [key, unpinned(outcome) as ReadOutcome])),
    }),
  })
  const worlds = [story({ after: 500, action: { _tag: 'PinStamped' } }, pause(600))]
  expect(await findFault({ controllers: blind }, worlds, /invariant 8: only/)).toMatch('not pinned')
  expect(await findFault({ controllers: product }, worlds, /./)).toBe(NOBODY)
})

it('deleting while the breaker holds is caught', async () => {
  const reckless = broken(product, 'repository', {
    body: (body) => unprotected(body) as Body,
    circumstances: (circumstances) => ({
      ...circumstances,
      reads: new Map([...circumstances.reads].map(([key, outcome]) => [key, unprotected(outcome) as ReadOutcome])),
    }),
  })
  const kept = story(
    ...Array.from({ length: 4 }, (): Step => ({ after: 90, action: { _tag: 'CreateSnapshot', policy: 'second' } })),
    { after: 120, action: { _tag: 'DeleteSnapshots', count: 6 } },
  )
  const worlds = [{ ...kept, setting: { ...kept.setting, retention: { keepLatest: 10 } } }]
  expect(await findFault({ controllers: reckless }, worlds, /breaker/)).toMatch('breaker')
  expect(await findFault({ controllers: product }, worlds, /./)).toBe(NOBODY)
})

const unpinned = (value: unknown): unknown =>
  changed(value, (object) =>
    object.kind === 'Snapshot' && object.metadata.annotations?.[Annotation.prunedBy] !== undefined
      ? withSpec(object, { pin: false })
      : object,
  )

const unprotected = (value: unknown): unknown =>
  changed(value, (object) =>
    object.kind === 'Repository' ? withSpec(object, { deletionProtection: { threshold: 0 } }) : object,
  )
