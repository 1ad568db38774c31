import type { Server } from '../../../kinds/shared/repository/server'
import { given, isBlank, refuseIf, type Problems } from '../../problem'
import { validResources } from '../quantity'

const PATH = 'spec.server'

export const validServer = (server: Server, namespace: string | undefined, isReadOnly: boolean): Problems => [
  ...given(server.auth, (auth) =>
    refuseIf(
      'insecure' in auth && auth.insecure.acknowledgeInsecure !== true,
      `${PATH}.auth.insecure.acknowledgeInsecure`,
      'must be true: anybody who reaches the server could read and delete all snapshots',
    ),
  ),
  ...refuseIf(server.service?.port === 0, `${PATH}.service.port`, 'must be between 1 and 65535'),
  ...refuseIf(namespace !== undefined && isBlank(namespace), `${PATH}.namespace`, 'must name a namespace'),
  ...refuseIf(
    isReadOnly && server.readOnly === false,
    `${PATH}.readOnly`,
    'cannot be false while spec.mode is ReadOnly',
  ),
  ...given(server.resources, (resources) => validResources(resources, `${PATH}.resources`)),
]
