import type { KubeObject, ObjectMeta } from '../../../api/kubernetes/object'
import { kindKey } from '../../../api/metacontroller/sync'
import type { Request } from './case'

interface Answer {
  readonly status?: object
  readonly labels?: { readonly [key: string]: string | null }
  readonly annotations?: { readonly [key: string]: string | null }
  readonly children?: ReadonlyArray<KubeObject>
  readonly attachments?: ReadonlyArray<KubeObject>
}

/** The request Metacontroller would send next if it applied the answer and nothing else happened. */
export const feedBack = (request: Request, answer: Answer): Request =>
  request.object === undefined
    ? {
        ...request,
        parent: withStatus(request.parent as KubeObject, answer.status),
        children: applied(request.parent as KubeObject, request['children'] as Observed, answer.children ?? []),
      }
    : {
        ...request,
        object: decorated(request.object as KubeObject, answer),
        attachments: applied(
          request.object as KubeObject,
          request['attachments'] as Observed,
          answer.attachments ?? [],
        ),
      }

type Observed = { readonly [kind: string]: { readonly [name: string]: KubeObject } }

const withStatus = (parent: KubeObject, status: object | undefined): KubeObject => ({
  ...parent,
  status: { ...status, observedGeneration: parent.metadata.generation ?? 1 },
})

const decorated = (object: KubeObject, { labels, annotations, status }: Answer): KubeObject => ({
  ...object,
  metadata: {
    ...object.metadata,
    ...merged('labels', object.metadata.labels, labels),
    ...merged('annotations', object.metadata.annotations, annotations),
  },
  ...(status === undefined ? {} : { status }),
})

const merged = (
  field: string,
  current: { readonly [key: string]: string } | undefined,
  changes: { readonly [key: string]: string | null } = {},
): object => {
  const all = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null)
  return current === undefined && all.length === 0 ? {} : { [field]: Object.fromEntries(all) }
}

const applied = (parent: KubeObject, observed: Observed, listed: ReadonlyArray<KubeObject>): Observed =>
  Object.fromEntries(
    Object.entries(observed).map(([kind, children]) => [
      kind,
      Object.fromEntries(
        listed
          .filter((child) => kindKey(child.apiVersion, child.kind) === kind)
          .map((child) => {
            const name = childName(parent, child)
            return [
              name,
              child.kind === 'Job' && children[name] !== undefined
                ? children[name]
                : live(parent, child, children[name]),
            ]
          }),
      ),
    ]),
  )

export const childName = (parent: KubeObject, { metadata }: KubeObject): string => {
  const namespace = metadata.namespace ?? parent.metadata.namespace
  return namespace === undefined ? metadata.name : `${namespace}/${metadata.name}`
}

/** InPlace: what is given is set, what the server added stays. */
const live = (parent: KubeObject, child: KubeObject, observed: KubeObject | undefined): KubeObject => ({
  ...observed,
  ...child,
  ...(observed?.['status'] === undefined ? {} : { status: observed['status'] }),
  metadata: {
    ...born(parent, child),
    ...observed?.metadata,
    ...child.metadata,
    labels: { 'controller-uid': parent.metadata.uid ?? '', ...observed?.metadata.labels, ...child.metadata.labels },
    ...merged('annotations', observed?.metadata.annotations, child.metadata.annotations),
  },
})

const born = (parent: KubeObject, child: KubeObject): Partial<ObjectMeta> => ({
  ...(parent.metadata.namespace === undefined ? {} : { namespace: parent.metadata.namespace }),
  uid: `uid-of-${child.kind}-${child.metadata.name}`,
  creationTimestamp: parent.metadata.creationTimestamp ?? '2026-01-01T00:00:00Z',
  generation: 1,
})
