import type { Simulated } from '../../embedded/simulate'

export const asJson = ({ runs, skips, deleted, kept, next }: Simulated): string =>
  JSON.stringify({ runs, skips, deleted, kept, next }, null, 2)
