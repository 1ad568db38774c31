import { backend, type Backend } from '../../kinds/shared/backend'
import type { CloudAuth } from '../../kinds/shared/auth'
import { refuseIf, type Problems } from '../problem'
import { podPath } from './storage-key'

/** Two repositories that one Pod opens at once: what their credentials and mounts must agree on. */
export const fitOnePod = (source: Backend, destination: Backend, field: string): Problems => {
  const [from, to] = [cloudAuth(source)?.workloadIdentity, cloudAuth(destination)?.workloadIdentity]
  const tag = backend.tagOf(source)
  return [
    ...refuseIf(
      from !== undefined && to !== undefined && from.serviceAccountName !== to.serviceAccountName,
      field,
      `both sides use workload identity, so they must name one ServiceAccount, not ${from?.serviceAccountName} and ${to?.serviceAccountName}`,
    ),
    ...refuseIf(
      tag === backend.tagOf(destination) &&
        (tag === 's3' || tag === 'azure') &&
        (from === undefined) !== (to === undefined),
      field,
      `one ${tag} side uses workload identity and the other static keys, which one Pod cannot tell apart: use the same on both`,
    ),
    ...refuseIf(
      podPath(source) !== undefined && podPath(source) === podPath(destination),
      field,
      `both repositories are mounted at ${podPath(source)}: give one of them another filesystem.path`,
    ),
  ]
}

const cloudAuth = (value: Backend): CloudAuth | undefined =>
  backend.match<CloudAuth | undefined>(value, {
    azure: ({ auth }) => auth,
    b2: () => undefined,
    filesystem: () => undefined,
    gcs: ({ auth }) => auth,
    gdrive: () => undefined,
    rclone: () => undefined,
    s3: ({ auth }) => auth,
    sftp: () => undefined,
    webDav: () => undefined,
  })
