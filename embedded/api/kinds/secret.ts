import type { KubeObject } from '../../../api/kubernetes/object'
import { isObject } from '../json-shape'

/** The API keeps the content of a Secret encoded only: plain text in `stringData` is taken over into `data`. */
export const secretDefaults = (secret: KubeObject): KubeObject => {
  const { stringData, ...rest } = secret
  const type = rest['type'] ?? 'Opaque'
  if (!isObject(stringData)) return { ...secret, type }
  const encoded = Object.entries(stringData).map(([key, value]): [string, string] => [
    key,
    Buffer.from(String(value)).toString('base64'),
  ])
  const { apiVersion, kind, metadata } = secret
  const data = { ...(isObject(rest['data']) ? rest['data'] : {}), ...Object.fromEntries(encoded) }
  return { ...rest, apiVersion, kind, metadata, data, type }
}
