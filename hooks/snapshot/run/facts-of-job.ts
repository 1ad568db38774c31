import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as J from 'fp-ts/Json'
import { snapshotStatus, type SnapshotStatus } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'

/**
 * What was frozen when the Job was made. A call that sees the Job may see the Snapshot as it was before that, and its
 * status replaces the whole: so the facts are said again from the Job, not carried on from the status.
 */
export const factsOfJob = ({ metadata }: KubeObject): Partial<SnapshotStatus> =>
  pipe(
    J.parse(metadata.annotations?.[Annotation.runFacts] ?? '{}'),
    E.filterOrElseW(snapshotStatus.is, () => undefined),
    E.match(
      () => ({}),
      ({ resolved, recorded, staged }) => ({
        ...(resolved === undefined ? {} : { resolved }),
        ...(recorded === undefined ? {} : { recorded }),
        ...(staged === undefined ? {} : { staged }),
      }),
    ),
  )
