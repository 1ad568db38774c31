import { array, boolean, enumeration, int64, keepingUnknown, object, string, type TypeOf } from '../../schema'

const seLinuxOptions = object({}, { level: string, role: string, type: string, user: string })
const profile = keepingUnknown(object({ type: string }, { localhostProfile: string }))
const windowsOptions = keepingUnknown(object({}))

const anywhere = {
  appArmorProfile: profile,
  runAsGroup: int64,
  runAsNonRoot: boolean,
  runAsUser: int64,
  seLinuxOptions,
  seccompProfile: profile,
  windowsOptions,
}

/** core/v1 SecurityContext; fields of newer Kubernetes releases are kept. */
export const securityContext = keepingUnknown(
  object(
    {},
    {
      ...anywhere,
      allowPrivilegeEscalation: boolean,
      capabilities: object({}, { add: array(string), drop: array(string) }),
      privileged: boolean,
      procMount: string,
      readOnlyRootFilesystem: boolean,
    },
  ),
)
export type SecurityContext = TypeOf<typeof securityContext>

/** core/v1 PodSecurityContext; fields of newer Kubernetes releases are kept. */
export const podSecurityContext = keepingUnknown(
  object(
    {},
    {
      ...anywhere,
      fsGroup: int64,
      fsGroupChangePolicy: enumeration('OnRootMismatch', 'Always'),
      supplementalGroups: array(int64),
      supplementalGroupsPolicy: string,
      sysctls: array(object({ name: string, value: string })),
    },
  ),
)
export type PodSecurityContext = TypeOf<typeof podSecurityContext>
