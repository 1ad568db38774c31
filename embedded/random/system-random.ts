import { randomInt, randomUUID } from 'node:crypto'
import type { Random } from './random'

const RANGE = 2 ** 32

/** Numbers that nobody can foresee or repeat: for UIDs that must stay unique over many starts. */
export const systemRandom: Random = {
  next: () => randomInt(RANGE) / RANGE,
  integer: (low, high) => randomInt(low, high + 1),
  uuid: () => randomUUID(),
}
