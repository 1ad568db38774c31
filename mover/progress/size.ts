const factors: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 }

/** `25.2 MB` in bytes. kopia prints decimal units with one decimal. */
export const sizeInBytes = (text: string): number | undefined => {
  const found = /^([\d.]+) ([KMGTP]?B)$/.exec(text.trim())
  const factor = found === null ? undefined : factors[found[2] ?? '']
  return found === null || factor === undefined ? undefined : Math.round(Number(found[1]) * factor)
}
