const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** `1.5 GiB`: three digits at most, for people; figures are beside it in bytes. */
export const humanSize = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), UNITS.length)
  const unit = UNITS[power - 1]
  const value = bytes / 2 ** (10 * power)
  return unit === undefined ? `${bytes} B` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
