import type { KubeClient, KubeError, RemoveOptions } from '../../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'
import type * as TE from 'fp-ts/TaskEither'
import { refOf } from '../api/kind-definition'
import { ApiFailure } from './failure'
import type { Work } from './work'

/** How many milliseconds a request takes, each way. */
export type ApiDelay = (verb: string, ref: ObjectRef) => number

/** The API as syncs use it: a refusal is thrown, and nothing is sent when the process is gone. */
export class ApiPort {
  constructor(
    private readonly client: KubeClient,
    private readonly delay: ApiDelay,
  ) {}

  get(work: Work, ref: ObjectRef): Promise<KubeObject> {
    return this.send(work, 'get', ref, this.client.get(ref))
  }

  create(work: Work, object: KubeObject): Promise<KubeObject> {
    return this.send(work, 'create', refOf(object), this.client.create(object))
  }

  update(work: Work, object: KubeObject): Promise<KubeObject> {
    return this.send(work, 'update', refOf(object), this.client.update(object))
  }

  updateStatus(work: Work, object: KubeObject): Promise<KubeObject> {
    return this.send(work, 'updateStatus', refOf(object), this.client.updateStatus(object))
  }

  remove(work: Work, object: KubeObject, options: RemoveOptions): Promise<void> {
    return this.send(work, 'remove', refOf(object), this.client.remove(refOf(object), options))
  }

  private async send<A>(work: Work, verb: string, ref: ObjectRef, request: TE.TaskEither<KubeError, A>): Promise<A> {
    const delay = this.delay(verb, ref)
    await work.sleep(delay)
    const answer = await request()
    await work.sleep(delay)
    if (answer._tag === 'Left') throw new ApiFailure(answer.left)
    return answer.right
  }
}
