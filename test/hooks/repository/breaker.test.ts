import * as fc from 'fast-check'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { aSnapshot, ready } from './snapshots'
import { aSecret, call, created, NOW } from './world'

const at = (secondsAgo: number): string => new Date(NOW - secondsAgo * 1000).toISOString().replace('.000', '')

interface Drawn {
  readonly secondsAgo: number
  readonly plan: string | undefined
  readonly id: number
  readonly alive: boolean
  readonly isCached: boolean
}

const drawn = fc.record<Drawn>({
  secondsAgo: fc.integer({ min: 0, max: 60 }),
  plan: fc.constantFrom('External', 'External', 'External', 'Retention', undefined),
  id: fc.integer({ min: 0, max: 12 }),
  alive: fc.boolean(),
  isCached: fc.boolean(),
})

const world = fc.record({
  snapshots: fc.array(
    fc.oneof(
      drawn,
      drawn.map((one) => ({ ...one, alive: false })),
    ),
    { maxLength: 25 },
  ),
  threshold: fc.integer({ min: 0, max: 6 }),
  acknowledged: fc.option(fc.integer({ min: -30, max: 60 })),
})

const snapshotOf = ({ alive, secondsAgo, plan, id }: Drawn, index: number): KubeObject =>
  aSnapshot(`u${index}`, {
    id: `id-${id}`,
    ...(alive ? {} : { deletedAt: at(secondsAgo), ...(plan === undefined ? {} : { plan }) }),
  })

const firedOf = ({
  snapshots,
  threshold,
  acknowledged,
}: {
  snapshots: Drawn[]
  threshold: number
  acknowledged: number | null
}) => {
  const annotations = acknowledged === null ? {} : { [Annotation.allowMassDeletion]: at(acknowledged) }
  const objects = snapshots.map(snapshotOf)
  const decision = call({
    parent: ready({ deletionProtection: { threshold } }, { annotations }),
    objects: [aSecret(), ...objects],
    cached: objects.filter((_, index) => snapshots[index]?.isCached),
  })
  const members = created(decision).flatMap(
    ({ metadata }) => metadata.annotations?.[Annotation.deleteMembers]?.split(',') ?? [],
  )
  return { members: new Set(members), decision }
}

test('whatever the caches show, only planned deletions of data that nobody needs leave, and none that is held', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { members } = firedOf(given)
      const isAcknowledged = ({ secondsAgo }: Drawn) =>
        given.acknowledged !== null && secondsAgo >= Math.max(given.acknowledged, 0)
      const external = given.snapshots.filter((one) => !one.alive && one.plan !== 'Retention' && !isAcknowledged(one))
      const held = given.threshold > 0 && external.length >= given.threshold
      const needed = new Set(
        given.snapshots.filter(({ alive, plan }) => alive || plan === undefined).map(({ id }) => id),
      )
      given.snapshots.forEach((one, index) => {
        if (!members.has(`u${index}`)) return
        expect(one).toMatchObject({ alive: false, plan: expect.stringMatching(/External|Retention/) })
        expect(needed.has(one.id)).toBe(false)
        if (one.plan === 'External' && held) expect(isAcknowledged(one)).toBe(true)
      })
    }),
    { numRuns: 500 },
  )
})

test('the same world gives the same answer', () => {
  fc.assert(
    fc.property(world, (given) => expect(firedOf(given).decision).toEqual(firedOf(given).decision)),
    { numRuns: 100 },
  )
})

test('what may go and is old enough does go, when the caches show all of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 10, max: 50 }), (count, secondsAgo) => {
      const snapshots = Array.from({ length: count }, (_, id) => ({
        secondsAgo,
        plan: 'External',
        id,
        alive: false,
        isCached: true,
      }))
      expect(firedOf({ snapshots, threshold: 0, acknowledged: null }).members.size).toBe(count)
    }),
  )
})
