import fc from 'fast-check'
import { controllers } from '../../hooks/registry'
import { keptWorlds } from './kept-worlds'
import { script } from './world/action'
import { runWorld } from './world/run-world'

/** `KOPIUR_WORLDS=1000` for many; `KOPIUR_SEED` and `KOPIUR_PATH` play a failed one again; `KOPIUR_SHRINK=0` keeps it as it is. */
const WORLDS = Number(process.env['KOPIUR_WORLDS'] ?? 60)
const PATH = process.env['KOPIUR_PATH']

test(
  `${WORLDS} random worlds keep every invariant`,
  () =>
    fc.assert(
      fc.asyncProperty(script, async (world) => {
        expect(await runWorld(world, { controllers })).toEqual([])
      }),
      {
        numRuns: WORLDS,
        endOnFailure: process.env['KOPIUR_SHRINK'] === '0',
        ...(PATH === undefined ? {} : { path: PATH }),
      },
    ),
  1_200_000 + WORLDS * 5_000,
)

it.each([...keptWorlds])('$shows', async ({ world }) => {
  expect(await runWorld(world, { controllers })).toEqual([])
})
