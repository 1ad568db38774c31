import * as t from 'io-ts'

export const ownerReference = t.intersection([
  t.type({ apiVersion: t.string, kind: t.string, name: t.string, uid: t.string }),
  t.partial({ controller: t.boolean, blockOwnerDeletion: t.boolean }),
])
export type OwnerReference = t.TypeOf<typeof ownerReference>

/** The part of ObjectMeta that is read or written here; timestamps are RFC3339 with whole seconds. */
export const objectMeta = t.intersection([
  t.type({ name: t.string }),
  t.partial({
    namespace: t.string,
    uid: t.string,
    resourceVersion: t.string,
    generation: t.number,
    creationTimestamp: t.string,
    deletionTimestamp: t.string,
    labels: t.record(t.string, t.string),
    annotations: t.record(t.string, t.string),
    finalizers: t.array(t.string),
    ownerReferences: t.array(ownerReference),
  }),
])
export type ObjectMeta = t.TypeOf<typeof objectMeta>

/** Any Kubernetes object: identity decoded, the rest as it came. */
export type KubeObject = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
  readonly [field: string]: unknown
}

export const kubeObject: t.Type<KubeObject, KubeObject, unknown> = new t.Type(
  'KubeObject',
  (u): u is KubeObject => base.is(u),
  (u, c) => (base.is(u) ? t.success<KubeObject>({ ...u }) : t.failure(u, c, 'not a Kubernetes object')),
  t.identity,
)
const base = t.type({ apiVersion: t.string, kind: t.string, metadata: objectMeta })

/** Names one object of the API; `namespace` is absent for cluster-scoped kinds. */
export type ObjectRef = {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}
