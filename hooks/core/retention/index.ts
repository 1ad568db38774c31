/** Which snapshots stay: grandfather-father-son rules, and how much history of failed and empty runs is kept. */
export { beyondNewest } from './history'
export { keptNames, newestFirst, type Aged, type KeepRules } from './kept'
