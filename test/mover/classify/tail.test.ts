import * as fc from 'fast-check'
import { logTail, tail } from '../../../mover/classify/tail'

const bytes = (text: string) => Buffer.byteLength(text, 'utf8')

describe('the tail of standard error', () => {
  it('is the last 20 lines that say something', () => {
    const lines = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? ' ' : `line ${at}`))
    expect(tail(lines).split('\n')).toEqual(lines.filter((line) => line !== ' ').slice(-20))
  })

  it('hides names that differ from run to run', () => {
    expect(tail(['rename /repo/p1.f.tmp.0a1b2c3d: no space left'])).toBe('rename /repo/p1.f.tmp: no space left')
  })

  it('never passes 4096 bytes, never breaks a character, and keeps the end', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 })), (lines) => {
        const text = tail(lines)
        expect(bytes(text)).toBeLessThanOrEqual(4096)
        expect(text).not.toContain('\uFFFD'.repeat(2))
        const said = lines.filter((line) => line.trim() !== '')
        expect(
          said
            .join('\n')
            .replace(/\.tmp\.[0-9a-f]+/g, '.tmp')
            .endsWith(text),
        ).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('follows the sentence of a log tail within the same bound', () => {
    const text = logTail('It failed.', 'ä'.repeat(4000))
    expect(text.startsWith('It failed.\nä')).toBe(true)
    expect(bytes(text)).toBeLessThanOrEqual(4096)
    expect(logTail('It failed.', undefined)).toBe('It failed.')
  })
})
