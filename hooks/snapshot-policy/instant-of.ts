import * as O from 'fp-ts/Option'
import { parseInstant, type Instant } from '../core/time/instant'

/** A timestamp that may be absent; one that cannot be read counts as absent. */
export const instantOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : O.toUndefined(parseInstant(text))
