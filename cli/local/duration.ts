const UNITS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000 }

/** `90s`, `5m`, `1h` or bare seconds, in milliseconds. */
export const duration = (text: string): number | undefined => {
  const found = /^(\d{1,7})([smh]?)$/.exec(text)
  return found === null ? undefined : Number(found[1]) * (UNITS[found[2] || 's'] ?? 1000)
}
