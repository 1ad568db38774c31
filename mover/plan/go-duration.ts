const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}

const WHOLE = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/

/** A duration as Go writes it, `1h30m`, in nanoseconds; undefined for any other text. */
export const parseGoDuration = (text: string): number | undefined =>
  !WHOLE.test(text)
    ? undefined
    : [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)].reduce(
        (sum, [, count, unit]) => sum + Number(count) * (nanoseconds[unit ?? ''] ?? 0),
        0,
      )

const part = (count: number, unit: string) => (count === 0 ? '' : `${count}${unit}`)

/** Nanoseconds as the shortest text in hours, minutes and whole seconds. */
export const formatGoDuration = (ns: number): string => {
  const seconds = Math.round(ns / 1e9)
  const text = `${part(Math.floor(seconds / 3600), 'h')}${part(Math.floor((seconds % 3600) / 60), 'm')}${part(seconds % 60, 's')}`
  return text === '' ? '0s' : text
}
