const MAX_LINES = 20
export const MAX_TAIL_BYTES = 4096

const volatileNames = (line: string) => line.replace(/\.tmp\.[0-9a-f]+/g, '.tmp')

const bytes = (text: string) => Buffer.byteLength(text, 'utf8')

/** The end of a text, at most `limit` bytes, cut between characters. */
const lastBytes = (text: string, limit: number): string => {
  if (bytes(text) <= limit) return text
  const raw = Buffer.from(text, 'utf8').subarray(-limit)
  const start = raw.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return raw.subarray(start < 0 ? raw.length : start).toString('utf8')
}

/** The last 20 lines that say something, at most 4096 bytes; random names are replaced so that equal faults read equal. */
export const tail = (lines: ReadonlyArray<string>): string =>
  lastBytes(
    lines
      .filter((line) => line.trim() !== '')
      .slice(-MAX_LINES)
      .map(volatileNames)
      .join('\n'),
    MAX_TAIL_BYTES,
  )

/** The log tail of an outcome: one sentence, then the end of standard error. It holds no time of day. */
export const logTail = (sentence: string, stderrTail: string | undefined): string =>
  stderrTail === undefined || stderrTail === ''
    ? sentence
    : `${sentence}\n${lastBytes(stderrTail, MAX_TAIL_BYTES - bytes(sentence) - 1)}`
