import fc from 'fast-check'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import type { ReadOutcome } from '../../../hooks/need'
import { script } from '../world/action'
import { product } from '../world/product'
import { broken, type Body } from './break'
import { findFault, LIMIT, NOBODY, story } from './find-fault'
import { staleClient } from './stale-client'

jest.setTimeout(LIMIT)

const random = fc.sample(script, { numRuns: 60, seed: 20_260_301 })

it('deleting on a missing fact is caught', async () => {
  const credulous = broken(product, 'snapshot', {
    circumstances: (circumstances, body) => ({
      ...circumstances,
      reads: new Map([...circumstances.reads].map(alive(body))),
    }),
  })
  const worlds = [
    story(
      { after: 400, action: { _tag: 'DeleteSchedule', policy: 'first', propagation: 'Background' } },
      { after: 10, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Background' } },
      { after: 60, action: { _tag: 'DeletePolicy', policy: 'first', propagation: 'Background' } },
    ),
    ...random,
  ]
  expect(await findFault({ controllers: credulous }, worlds, /invariant 2/)).toMatch('kopia data')
})

it('believing a stale read is caught', async () => {
  const hooksClient = staleClient(90_000)
  expect(await findFault({ controllers: product, hooksClient }, random, /invariant [1258]/)).not.toBe(NOBODY)
})

/** An owner that is not found counts as alive: the fault of taking a missing fact for a good one. */
const alive =
  (body: Body) =>
  ([key, outcome]: [string, ReadOutcome]): [string, ReadOutcome] => {
    const [, apiVersion = '', kind = '', namespace = '', name = ''] = key.split(' ')
    const uid = (body['parent'] as KubeObject).metadata.annotations?.[OWNER_UIDS[kind] ?? '']
    return outcome._tag !== 'Missing' || uid === undefined
      ? [key, outcome]
      : [key, { _tag: 'Found', object: { apiVersion, kind, metadata: { namespace, name, uid } } }]
  }

const OWNER_UIDS: { readonly [kind: string]: string } = {
  SnapshotPolicy: Annotation.policyUid,
  SnapshotSchedule: Annotation.scheduleUid,
}
