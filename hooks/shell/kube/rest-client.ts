import { pipe } from 'fp-ts/function'
import * as E from 'fp-ts/Either'
import * as TE from 'fp-ts/TaskEither'
import type { KubeClient, KubeError, KubePatch, RemoveOptions } from '../../../api/kubernetes/client'
import { kubeObject, type KubeObject, type ObjectRef } from '../../../api/kubernetes/object'
import type { Connection } from './connection'
import { exchange, type Exchange } from './exchange'
import { list } from './list-pages'
import { collectionPath, objectPath, query, selectorText } from './path'
import { resourceOf, type Resource } from './resource'
import { WATCH_SECONDS, watchStream } from './watch-stream'

/** The port on a Kubernetes API that is reached by HTTP. */
export const restClient = (connection: Connection): KubeClient => {
  const send = (request: Exchange) => exchange(connection, request)
  const one = (request: Exchange) => pipe(send(request), TE.chainEitherK(decoded))
  return {
    get: (ref) =>
      pipe(
        pathOf(ref),
        TE.fromEither,
        TE.chain((path) => one({ method: 'GET', path })),
      ),
    list: (asked) =>
      pipe(
        known(asked),
        TE.fromEither,
        TE.chain((resource) => list(send, resource, asked)),
      ),
    create: (object) =>
      pipe(
        known(object),
        TE.fromEither,
        TE.chain((resource) =>
          one({ method: 'POST', path: collectionPath(resource, namespaceOf(resource, object)), body: object }),
        ),
      ),
    update: (object) => put(one, object, ''),
    updateStatus: (object) => put(one, object, '/status'),
    patch: (ref, patch) =>
      pipe(
        pathOf(ref),
        TE.fromEither,
        TE.chain((path) => one(patchRequest(path, patch))),
      ),
    remove: (ref, options) =>
      pipe(
        pathOf(ref),
        TE.fromEither,
        TE.chain((path) => send({ method: 'DELETE', path, body: deleteOptions(options) })),
        TE.map(() => undefined),
      ),
    watch: (asked, handlers) => {
      const resource = known(asked)
      if (E.isLeft(resource)) {
        handlers.onEnd(resource.left)
        return () => undefined
      }
      const parameters = {
        watch: '1',
        resourceVersion: asked.resourceVersion,
        timeoutSeconds: String(WATCH_SECONDS),
        labelSelector: selectorText(asked.labelSelector),
      }
      return watchStream(connection, `${collectionPath(resource.right, asked.namespace)}${query(parameters)}`, handlers)
    },
  }
}

const known = ({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string
  readonly kind: string
}): E.Either<KubeError, Resource> =>
  E.fromNullable<KubeError>({
    reason: 'NotFound',
    code: 404,
    message: `no resource is known for ${kind}.${apiVersion}`,
  })(resourceOf(apiVersion, kind))

const pathOf = (ref: ObjectRef): E.Either<KubeError, string> =>
  pipe(
    known(ref),
    E.map((resource) => objectPath(resource, ref.namespace, ref.name)),
  )

const namespaceOf = (resource: Resource, object: KubeObject): string | undefined =>
  resource.namespaced ? (object.metadata.namespace ?? 'default') : undefined

const put = (
  one: (request: Exchange) => TE.TaskEither<KubeError, KubeObject>,
  object: KubeObject,
  subresource: string,
) => {
  const { apiVersion, kind, metadata } = object
  const namespace = metadata.namespace === undefined ? {} : { namespace: metadata.namespace }
  return pipe(
    pathOf({ apiVersion, kind, name: metadata.name, ...namespace }),
    TE.fromEither,
    TE.chain((path) => one({ method: 'PUT', path: `${path}${subresource}`, body: object })),
  )
}

const patchRequest = (path: string, patch: KubePatch): Exchange => ({
  method: 'PATCH',
  path: patch.subresource === undefined ? path : `${path}/${patch.subresource}`,
  body: patch.body,
  contentType: patch.type === 'merge' ? 'application/merge-patch+json' : 'application/json-patch+json',
})

const deleteOptions = ({ propagationPolicy, uid, resourceVersion }: RemoveOptions = {}) => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  propagationPolicy: propagationPolicy ?? 'Background',
  preconditions: {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  },
})

const decoded = (body: unknown): E.Either<KubeError, KubeObject> =>
  kubeObject.is(body)
    ? E.right(body)
    : E.left({ reason: 'Other', code: 200, message: 'the API server answered with no object' })
