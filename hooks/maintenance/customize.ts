import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { maintenance } from '../../api/kinds/maintenance'
import { customizeRequest, type RelatedRule } from '../../api/metacontroller/customize'
import { API_VERSION } from '../../api/names/group'
import type { CustomizeHook } from '../hook'
import { refOfMaintenance } from './request'

/** The one repository that is maintained. */
export const customize: CustomizeHook = (body: unknown): ReturnType<CustomizeHook> =>
  pipe(
    customizeRequest.decode(body),
    E.chain(({ parent }) => maintenance.decode(parent)),
    E.map((decoded): ReadonlyArray<RelatedRule> => {
      const ref = refOfMaintenance(decoded)
      return [
        ref.kind === 'Repository'
          ? { apiVersion: API_VERSION, resource: 'repositories', namespace: ref.namespace, names: [ref.name] }
          : { apiVersion: API_VERSION, resource: 'clusterrepositories', names: [ref.name] },
      ]
    }),
  )
