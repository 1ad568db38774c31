import type * as t from 'io-ts'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { customizeRequest } from '../../api/metacontroller/customize'
import { API_VERSION } from '../../api/names/group'
import { Label, SnapshotState } from '../../api/names/labels'
import { repositoryLabel } from '../core/names'
import type { AnyRepository } from '../core/repository'
import type { CustomizeHook } from '../hook'
import { refOf } from './observed'
import { hasPool } from './pool/decide-grants'
import { repositoryCodec } from './request'

/**
 * Snapshots that are dying, Restores that are at work or dying, and all Maintenances: few objects, found by name and label
 * alone. Runs matter only to a repository that gives out slots: each step of one would call it. All other Snapshots, of
 * which there may be thousands, are read live when one of them matters.
 */
export const customize: CustomizeHook = (body: unknown): ReturnType<CustomizeHook> =>
  pipe(
    customizeRequest.decode(body),
    E.chain(({ parent }): E.Either<t.Errors, AnyRepository> => repositoryCodec.decode(parent)),
    E.map((repository) => {
      const { active, deleting } = SnapshotState
      const inState = (...values: ReadonlyArray<string>) => ({
        matchLabels: { [Label.repository]: repositoryLabel(refOf(repository)) },
        matchExpressions: [{ key: Label.state, operator: 'In', values }],
      })
      const snapshots = hasPool(repository) ? inState(active, deleting) : inState(deleting)
      return [
        { apiVersion: API_VERSION, resource: 'snapshots', labelSelector: snapshots },
        { apiVersion: API_VERSION, resource: 'restores', labelSelector: inState(active, deleting) },
        { apiVersion: API_VERSION, resource: 'maintenances' },
      ]
    }),
  )
