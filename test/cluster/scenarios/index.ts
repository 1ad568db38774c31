import type { Scenario } from '../stage/stage'
import { backupAndRestore } from './backup-and-restore'
import { caches } from './caches'
import { deletion } from './deletion'
import { keeping } from './keeping'
import { mistakes } from './mistakes'
import { movers } from './movers'
import { refusals } from './refusals'
import { restoreChoice } from './restore-choice'
import { rootMovers } from './root-movers'
import { shared } from './shared'
import { staging } from './staging'
import { timing } from './timing'
import { trouble } from './trouble'
import { upkeep } from './upkeep'

/** Every scenario; each plays in a real cluster and in the embedded one unless it says otherwise. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...backupAndRestore,
  ...restoreChoice,
  ...deletion,
  ...keeping,
  ...timing,
  ...upkeep,
  ...movers,
  ...rootMovers,
  ...caches,
  ...shared,
  ...staging,
  ...mistakes,
  ...trouble,
  ...refusals,
]

/** Those that play here and match `SCENARIO`. */
export const chosenScenarios = (
  where: 'real' | 'embedded',
  pattern = process.env['SCENARIO'] ?? '',
): ReadonlyArray<Scenario> =>
  scenarios.filter(({ name, only }) => (only === undefined || only === where) && new RegExp(pattern, 'i').test(name))

/** How long it may take, in seconds. */
export const limitOf = ({ limitSeconds }: Scenario): number => limitSeconds ?? 180
