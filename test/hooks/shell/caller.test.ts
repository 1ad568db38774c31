import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerWithToken } from '../../../hooks/shell/caller'

const folder = mkdtempSync(join(tmpdir(), 'kopiur-tokens-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, token: string): void => writeFileSync(join(folder, name), token)

test('whoever shows a token of the folder may call, however a file of it ends', () => {
  write('token', 'secret-1\n')
  write('previous', 'secret-0')
  mkdirSync(join(folder, '..data'))
  const caller = callerWithToken(folder, () => 0)
  expect(['Bearer secret-1', 'bearer secret-0'].map(caller)).toEqual([true, true])
  expect(
    ['Bearer secret-2', 'Bearer ', 'Bearer', 'Basic secret-1', 'secret-1', 'Bearer secret-1x', '', undefined].map(
      caller,
    ),
  ).toEqual(Array(8).fill(false))
})

test('a new token counts soon, and the old one no more', () => {
  const clock = { now: 0 }
  write('token', 'first')
  const caller = callerWithToken(folder, () => clock.now)
  expect(caller('Bearer first')).toBe(true)
  write('token', 'second')
  expect(caller('Bearer second')).toBe(false)
  clock.now = 5_000
  expect([caller('Bearer first'), caller('Bearer second')]).toEqual([false, true])
})

test.each(['', '\n'])('an empty token %j lets nobody in', (token) => {
  const empty = mkdtempSync(join(tmpdir(), 'kopiur-tokens-'))
  writeFileSync(join(empty, 'token'), token)
  const caller = callerWithToken(empty, () => 0)
  expect(['Bearer ', 'Bearer', undefined, 'Bearer \n'].map(caller)).toEqual([false, false, false, false])
  rmSync(empty, { recursive: true })
})

test('nor does a folder that is not there', () =>
  expect(callerWithToken(join(folder, 'none'), () => 0)('Bearer x')).toBe(false))
