import * as Eq from 'fp-ts/Eq'
import type { Create } from '../../../kinds/shared/repository/create'
import { refuseIf, type Problems } from '../../problem'

/** The format that was chosen at creation stays: also when the block was left out on one side. */
export const sameFormat = (create: Create = {}, old: Create = {}): Problems =>
  (['splitter', 'hash', 'encryption', 'ecc'] as const).flatMap((field) =>
    refuseIf(
      !same.equals(create[field] ?? null, old[field] ?? null),
      `spec.create.${field}`,
      'is fixed in the repository since its creation: make a new repository object to use another format',
    ),
  )

const same: Eq.Eq<string | Create['ecc'] | null> = Eq.fromEquals((a, b) =>
  typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
    ? a.algorithm === b.algorithm && a.overheadPercent === b.overheadPercent
    : a === b,
)
