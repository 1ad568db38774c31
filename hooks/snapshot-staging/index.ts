/** Makes the copy of a volume that a run reads instead of the live one, and takes it away when the run is over. */
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../api/kubernetes/object'
import { stagedAnnotation } from '../core/snapshot-run'
import { hook, type ChildDecision, type Controller, type Decision } from '../hook'
import type { Move } from './move'
import { nextMove } from './next-move'
import { stagingRequest } from './request'
import { sceneOf, type Scene } from './scene'

const decisionOf = ({ attachments, uid }: Scene, move: Move): Decision => ({
  children: [
    ...attachments.map((object): ChildDecision =>
      move.drop?.includes(object) === true
        ? { _tag: 'drop', object, reason: 'the run is over' }
        : { _tag: 'keep', object: stub(object) },
    ),
    ...(move.create === undefined ? [] : [{ _tag: 'create' as const, ...move.create }]),
  ],
  ...(move.answer === undefined ? {} : { annotations: stagedAnnotation(uid, move.answer) }),
  ...(move.resyncAfterSeconds === undefined ? {} : { resyncAfterSeconds: move.resyncAfterSeconds }),
  effects: move.effects ?? [],
})

/** The text of what is kept is never applied; if it has just gone, nothing can be made of this. */
const stub = ({ apiVersion, kind, metadata: { name, namespace = '' } }: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
})

export const snapshotStaging: Controller = {
  name: 'snapshot-staging',
  type: 'decorator',
  sync: hook({
    codec: stagingRequest,
    needs: (request, circumstances) => {
      const step = nextMove(sceneOf(request, circumstances))
      return step._tag === 'Ask' ? step.needs : []
    },
    decide: (request, circumstances) => {
      const scene = sceneOf(request, circumstances)
      const step = nextMove(scene)
      return step._tag === 'End'
        ? E.right(decisionOf(scene, step.end))
        : E.left({ _tag: 'CannotAnswer', why: 'a read that the decision depends on is missing' })
    },
  }),
}
