import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'

/** Every object in a value changed, however deep it lies. */
export const changed = (value: unknown, change: (object: KubeObject) => KubeObject): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner) => changed(inner, change))
  const fields = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, change)]))
  return kubeObject.is(fields) ? change(fields) : fields
}

export const withSpec = (object: KubeObject, spec: object): KubeObject => ({
  ...object,
  spec: { ...(object['spec'] as object), ...spec },
})
