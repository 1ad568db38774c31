import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../api/kubernetes/object'
import { isKindName, kinds, type KindName } from '../../api/kinds'
import { API_VERSION } from '../../api/names/group'
import { validate, type Surroundings } from '../../api/validation'
import { equalJson } from '../api/canonical'
import type { KindDefinition } from '../api/kind-definition'
import type { FieldError } from '../api/schema/field-error'
import type { Store } from '../api/store'

/** The kinds with the admission rules of the webhook built in; it looks at creations and changes of a living spec only. */
export const withAdmission = (
  definitions: ReadonlyArray<KindDefinition>,
  store: () => Store | undefined,
): ReadonlyArray<KindDefinition> =>
  definitions.map((definition) =>
    definition.apiVersion === API_VERSION && isKindName(definition.kind)
      ? { ...definition, validate: admissionOf(definition.kind, store) }
      : definition,
  )

const admissionOf =
  (kind: KindName, store: () => Store | undefined) =>
  (object: KubeObject, old?: KubeObject): ReadonlyArray<FieldError> => {
    if (object.metadata.deletionTimestamp !== undefined) return []
    if (old !== undefined && equalJson(object['spec'], old['spec'])) return []
    return validate(kind)(object, old, surroundings(store())).errors.map(({ field, message }) => ({
      path: field,
      detail: message,
    }))
  }

const surroundings = (store: Store | undefined): Surroundings => ({
  find: ({ kind, name, namespace }) =>
    found(store, {
      apiVersion: API_VERSION,
      kind,
      name,
      ...(kinds[kind].scope === 'Cluster' || namespace === undefined ? {} : { namespace }),
    }),
  namespaceLabels: (name) => found(store, { apiVersion: 'v1', kind: 'Namespace', name })?.metadata.labels,
})

const found = (store: Store | undefined, ref: Parameters<Store['get']>[0]): KubeObject | undefined => {
  const object = store?.get(ref)
  return object !== undefined && E.isRight(object) ? object.right : undefined
}
