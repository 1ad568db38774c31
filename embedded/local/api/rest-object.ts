import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError, KubePatch, RemoveOptions } from '../../../api/kubernetes/client'
import { kubeObject, type KubeObject, type ObjectRef } from '../../../api/kubernetes/object'
import type { RequestTarget } from './request-target'

export interface Sent {
  readonly method: string
  readonly type: string
  readonly body: unknown
}

/** Reads or writes one object. */
export const single = async (
  client: KubeClient,
  target: RequestTarget,
  { method, type, body }: Sent,
): Promise<E.Either<KubeError, unknown>> => {
  const ref = refOfTarget(target)
  switch (method) {
    case 'GET':
      return client.get(ref)()
    case 'POST':
      return withObject(target, body, (object) => client.create(object))
    case 'PUT':
      return withObject(target, body, (object) =>
        target.subresource === 'status' ? client.updateStatus(object) : client.update(object),
      )
    case 'PATCH':
      return client.patch(ref, patchOf(type, body, target.subresource))()
    case 'DELETE':
      return E.map(() => ({ apiVersion: 'v1', kind: 'Status', status: 'Success' }))(
        await client.remove(ref, removeOptions(body))(),
      )
    default:
      return E.left({ reason: 'Other', code: 405, message: `the server does not allow ${method}` })
  }
}

const refOfTarget = ({ kind, namespace, name }: RequestTarget): ObjectRef => ({
  apiVersion: kind.apiVersion,
  kind: kind.kind,
  name: name ?? '',
  ...(namespace === undefined ? {} : { namespace }),
})

const withObject = async (
  { namespace }: RequestTarget,
  body: unknown,
  act: (object: KubeObject) => ReturnType<KubeClient['create']>,
): Promise<E.Either<KubeError, KubeObject>> => {
  if (!kubeObject.is(body)) return E.left({ reason: 'Other', code: 400, message: 'the body is no Kubernetes object' })
  const inNamespace = namespace === undefined ? body : { ...body, metadata: { namespace, ...body.metadata } }
  return act(inNamespace)()
}

const patchOf = (type: string, body: unknown, subresource: string | undefined): KubePatch =>
  ({
    type: type.startsWith('application/json-patch+json') ? 'json' : 'merge',
    body,
    ...(subresource === 'status' ? { subresource: 'status' } : {}),
  }) as KubePatch

const removeOptions = (body: unknown): RemoveOptions => {
  const { propagationPolicy, preconditions } = (body ?? {}) as {
    propagationPolicy?: RemoveOptions['propagationPolicy']
    preconditions?: RemoveOptions
  }
  return {
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(preconditions?.uid === undefined ? {} : { uid: preconditions.uid }),
    ...(preconditions?.resourceVersion === undefined ? {} : { resourceVersion: preconditions.resourceVersion }),
  }
}
