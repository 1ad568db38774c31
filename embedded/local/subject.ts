import type { KubeObject } from '../../api/kubernetes/object'

/** `Snapshot/db/nightly`, for lines that a person reads. */
export const subject = ({ kind, metadata }: KubeObject): string =>
  [kind, metadata.namespace, metadata.name].filter((part) => part !== undefined).join('/')
