import type { Progress } from '../../api/mover/outcome'
import { sizeInBytes } from './size'

const pattern = /^\s?Processed (\d+) \(([^)]+)\) of \d+ \(([^)]+)\)(?:.*?\(([\d.]+)%\))?/

type Measures = Omit<Progress, 'at'>

const measure = <K extends keyof Measures>(key: K, value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? {} : { [key]: value }

/** What one progress line of `snapshot restore` says; undefined for any other line. */
export const restoreProgress = (line: string): Measures | undefined => {
  const found = pattern.exec(line)
  if (found === null) return undefined
  const [, files, bytes, total, percent] = found
  return {
    ...measure('processedFiles', Number(files)),
    ...measure('processedBytes', sizeInBytes(bytes ?? '')),
    ...measure('estimatedBytes', sizeInBytes(total ?? '')),
    ...measure('percent', percent === undefined ? undefined : Math.min(100, Number(percent))),
  }
}
