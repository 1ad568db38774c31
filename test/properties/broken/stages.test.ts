import type { KubeObject } from '../../../api/kubernetes/object'
import type { Reads } from '../../../hooks/need'
import type { Script } from '../world/action'
import { product } from '../world/product'
import { broken, type Body } from './break'
import { findFault, LIMIT, NOBODY, pause, story } from './find-fault'

jest.setTimeout(LIMIT)

const staging = (script: Script): Script => ({ ...script, setting: { ...script.setting, copyMethod: 'Snapshot' } })
const quiet = staging(story(pause(900)))
const deleted = staging(
  story(
    { after: 320, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Orphan' } },
    { after: 100, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Orphan' } },
  ),
)

it('the shipped product gives no cause', async () => {
  expect(await findFault({ controllers: product }, [quiet, deleted], /./)).toBe(NOBODY)
})

it('a stage that is never taken away is noticed', async () => {
  const keeping = broken(product, 'snapshot-staging', {
    decision: (decision) => ({
      ...decision,
      children: decision.children.map((child) =>
        child._tag === 'drop' ? { _tag: 'keep' as const, object: child.object } : child,
      ),
    }),
  })
  expect(await findFault({ controllers: keeping }, [quiet], /staged/)).toBe('what is staged is made once, and goes')
})

it('a stage that an orphaning deletion leaves behind is noticed', async () => {
  const careless = broken(product, 'snapshot', {
    circumstances: (circumstances, body) =>
      isDying(body) ? { ...circumstances, reads: blind(circumstances.reads) } : circumstances,
  })
  expect(await findFault({ controllers: careless }, [deleted], /staged/)).toBe('what is staged is made once, and goes')
})

it('a volume of a class that retains which stays is noticed', async () => {
  const sparing = broken(product, 'snapshot-staging', {
    decision: (decision) => ({ ...decision, effects: [] }),
  })
  expect(await findFault({ controllers: sparing }, [quiet], /staged/)).toBe('what is staged is made once, and goes')
})

it('a run that reads the live volume is noticed', async () => {
  const live = broken(product, 'snapshot', {
    decision: (decision) => ({
      ...decision,
      children: decision.children.map((child) =>
        child._tag === 'create'
          ? { ...child, object: JSON.parse(JSON.stringify(child.object).replace(/"claimName":"[^"]*-src"/, LIVE)) }
          : child,
      ),
    }),
  })
  expect(await findFault({ controllers: live }, [quiet], /reads its own/)).toBe(
    'a run that is to read a copy reads its own',
  )
})

const LIVE = '"claimName":"data"'

it('a stage that is made again is noticed', async () => {
  const forgetful = broken(product, 'snapshot-staging', {
    decision: (decision, body) => ({
      ...decision,
      children: decision.children.filter(({ object }) => object.kind !== 'VolumeSnapshot' || !isReady(body)),
    }),
  })
  expect(await findFault({ controllers: forgetful }, [quiet], /staged/)).not.toBe(NOBODY)
})

const isReady = (body: object): boolean => JSON.stringify(body).includes('"readyToUse":true')

const isDying = ({ parent }: Body): boolean => (parent as KubeObject).metadata.deletionTimestamp !== undefined

/** What was staged is not found. */
const blind = (reads: Reads): Reads =>
  new Map([...reads].map(([key, outcome]) => [key, /-(src|snap)$/.test(key) ? { _tag: 'Missing' } : outcome]))
