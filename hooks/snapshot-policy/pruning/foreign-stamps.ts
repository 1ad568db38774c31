import { LAST_APPLIED } from '../../../api/metacontroller/last-applied'
import { Annotation, type PrunedBy } from '../../../api/names/annotations'
import type { Effect } from '../../effect'
import type { Row } from '../row'

/** Taken off in one call; whatever is left calls the next. */
const AT_ONCE = 100

/**
 * Takes off the stamps that somebody else has written and nobody wants. One would keep its Snapshot from going with the
 * policy, and pass its deletion by hand for one that retention chose, which no breaker counts.
 */
export const withoutForeignStamps = (
  rows: ReadonlyArray<Row>,
  wanted: (row: Row) => PrunedBy | undefined,
): ReadonlyArray<Effect> =>
  rows
    .filter((row) => row.stamp !== undefined && isOurs(row) && wanted(row) === undefined && !isApplied(row))
    .slice(0, AT_ONCE)
    .map(takeOff)

const isOurs = ({ dying, standing }: Row): boolean => !dying && standing === 'Owned'

const isApplied = ({ snapshot: { metadata } }: Row): boolean =>
  metadata.annotations?.[LAST_APPLIED]?.includes(`"${Annotation.prunedBy}"`) === true

const takeOff = ({ snapshot: { apiVersion, kind, metadata }, name, uid }: Row): Effect => ({
  _tag: 'Annotate',
  ref: { apiVersion, kind, ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }), name },
  uid,
  annotations: { [Annotation.prunedBy]: null },
})
