/**
 * A benchmark is a file `bench/<name>.ts` that exports `measure`. `npm run bench` bundles and runs them one after the
 * other, prints a table and JSON, and fails when a value is over its limit.
 */
export type Measure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Highest value that passes. */
  readonly limit?: number
  /** Single values behind `value`, for those who doubt it. */
  readonly samples?: ReadonlyArray<number>
}

/** Options of the command line, as `--files=2000`. */
export type Options = Readonly<Record<string, string>>

export type Measuring = (options: Options) => Promise<ReadonlyArray<Measure>>

export const numberOption = (options: Options, name: string, otherwise: number): number => {
  const value = Number(options[name] ?? otherwise)
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} must be a positive number`)
  return value
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
