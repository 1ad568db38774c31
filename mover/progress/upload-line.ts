import type { Progress } from '../../api/mover/outcome'
import { sizeInBytes } from './size'

const pattern =
  /^\s?[|/\\*-] \d+ hashing, (\d+) hashed \(([^)]+)\), (\d+) cached \(([^)]+)\), uploaded ([\d.]+ \w+)(?: \(\d+ fatal errors\))?(?: \(\d+ errors ignored\))?, (?:estimated ([\d.]+ \w+) \(([\d.]+)%\)|estimating)/

type Measures = Omit<Progress, 'at'>

const measure = <K extends keyof Measures>(key: K, value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? {} : { [key]: value }

const size = (text: string | undefined) => (text === undefined ? undefined : sizeInBytes(text))

/** What one progress line of `snapshot create` says; undefined for any other line. */
export const uploadProgress = (line: string): Measures | undefined => {
  const found = pattern.exec(line)
  if (found === null) return undefined
  const [, hashed, hashedBytes, cached, cachedBytes, uploaded, estimated, percent] = found
  return {
    ...measure('processedFiles', Number(hashed) + Number(cached)),
    ...measure('hashedBytes', size(hashedBytes)),
    ...measure('cachedBytes', size(cachedBytes)),
    ...measure('uploadedBytes', size(uploaded)),
    ...measure('estimatedBytes', size(estimated)),
    // kopia's estimate may be passed while it still counts.
    ...measure('percent', percent === undefined ? undefined : Math.min(100, Number(percent))),
  }
}
