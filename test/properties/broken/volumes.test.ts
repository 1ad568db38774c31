import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { product } from '../world/product'
import { APPS } from '../world/world'
import { broken, type Body } from './break'
import { findFault, LIMIT, NOBODY, pause, story } from './find-fault'

jest.setTimeout(LIMIT)

it('owning a restored volume is caught', async () => {
  const owning = broken(product, 'restore', {
    decision: (decision, body) => ({
      ...decision,
      effects: decision.effects.map((effect) =>
        effect._tag === 'CreateClaim' ? { ...effect, claim: owned(effect.claim, body) } : effect,
      ),
    }),
  })
  const worlds = [
    story(
      { after: 400, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } },
      { after: 120, action: { _tag: 'DeleteRestore', pick: 0, propagation: 'Foreground' } },
    ),
  ]
  expect(await findFault({ controllers: owning }, worlds, /invariant 4/)).toMatch('outlives its Restore')
})

it('deleting a prime instead of handing its volume over is caught', async () => {
  const worlds = [story({ after: 400, action: { _tag: 'Populate', name: 0 } }, pause(180))]
  const hooksClient = primesGo
  expect(await findFault({ controllers: product, hooksClient }, worlds, /invariant 4/)).toMatch('restored data')
  expect(await findFault({ controllers: product }, worlds, /./)).toBe(NOBODY)
})

const owned = (claim: KubeObject, body: Body): KubeObject => {
  const { metadata } = body['parent'] as KubeObject
  return {
    ...claim,
    metadata: {
      ...claim.metadata,
      ownerReferences: [
        { apiVersion: API_VERSION, kind: 'Restore', name: metadata.name, uid: metadata.uid ?? '', controller: true },
      ],
    },
  }
}

/** Takes the hand-over of a volume for the moment at which its prime is spent. */
const primesGo = (client: KubeClient): KubeClient => ({
  ...client,
  patch: (ref, patch) => {
    const uid = /"claimRef":.*"uid":"([^"]+)"/.exec(JSON.stringify(patch.body))?.[1]
    return ref.kind !== 'PersistentVolume' || uid === undefined
      ? client.patch(ref, patch)
      : pipe(
          client.remove({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: APPS, name: `prime-${uid}` }),
          TE.chain(() => client.get(ref)),
        )
  },
})
