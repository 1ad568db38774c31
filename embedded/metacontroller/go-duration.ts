const UNITS: { readonly [unit: string]: number } = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
}

/** Milliseconds of `1m30s`, `500ms`; 0 for what is no duration. */
export const parseGoDuration = (text: string): number => {
  if (!/^(\d+(\.\d*)?(h|m|s|ms|us|µs|ns))+$/.test(text)) return 0
  const parts = text.matchAll(/(\d+(?:\.\d*)?)(h|ms|m|s|us|µs|ns)/g)
  return [...parts].reduce((sum, [, number, unit]) => sum + Number(number) * (UNITS[unit ?? ''] ?? 0), 0)
}
