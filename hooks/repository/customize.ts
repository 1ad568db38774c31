import type * as t from 'io-ts'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { customizeRequest } from '../../api/metacontroller/customize'
import { API_VERSION } from '../../api/names/group'
import { Label, SnapshotState } from '../../api/names/labels'
import { repositoryLabel } from '../core/names'
import type { CustomizeHook } from '../hook'
import { refOf } from './observed'
import { repositoryCodec } from './request'

/**
 * Snapshots and Restores that are at work or dying, and all Maintenances: few objects, found by name and label alone. A
 * Snapshot at work may be dying before its label says so, and has to be counted in a wave of deletions. Finished Snapshots,
 * of which there may be thousands, are read live when one of them matters.
 */
export const customize: CustomizeHook = (body: unknown): ReturnType<CustomizeHook> =>
  pipe(
    customizeRequest.decode(body),
    E.chain(({ parent }): E.Either<t.Errors, ReturnType<typeof refOf>> =>
      pipe(repositoryCodec.decode(parent), E.map(refOf)),
    ),
    E.map((ref) => {
      const labelSelector = {
        matchLabels: { [Label.repository]: repositoryLabel(ref) },
        matchExpressions: [
          { key: Label.state, operator: 'In', values: [SnapshotState.active, SnapshotState.deleting] },
        ],
      }
      return [
        { apiVersion: API_VERSION, resource: 'snapshots', labelSelector },
        { apiVersion: API_VERSION, resource: 'restores', labelSelector },
        { apiVersion: API_VERSION, resource: 'maintenances' },
      ]
    }),
  )
