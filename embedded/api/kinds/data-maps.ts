import type { KubeObject } from '../../../api/kubernetes/object'
import { isObject } from '../json-shape'

/** ConfigMaps and Secrets do not keep empty maps. */
export const dataDefaults = (object: KubeObject): KubeObject =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([field, value]) => !(DATA.has(field) && isObject(value) && Object.keys(value).length === 0),
    ),
  ) as unknown as KubeObject

const DATA: ReadonlySet<string> = new Set(['data', 'binaryData'])
