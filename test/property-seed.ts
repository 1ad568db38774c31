import * as fc from 'fast-check'

/**
 * Property tests play the same random cases on every run, so that a red build is red again. `KOPIUR_SEED=random` plays new ones,
 * `KOPIUR_SEED=<number>` those of a seed that a failure printed.
 */
const FIXED = 20_270_101

const chosen = process.env['KOPIUR_SEED']
const seed = chosen === 'random' ? Date.now() : Number(chosen ?? FIXED)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
