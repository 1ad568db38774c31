import * as fs from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { apiClient } from '../../../embedded/api/api-client'
import { builtInKinds } from '../../../embedded/api/kinds/built-in'
import { Store } from '../../../embedded/api/store'
import { realClock } from '../../../embedded/clock/real-clock'
import { undisturbed } from '../../../embedded/local/jobs/undisturbed'
import { openJournal, type JournalFile } from '../../../embedded/local/state/journal-file'
import { systemRandom } from '../../../embedded/random/system-random'
import { removeFolders, temporaryFolder } from './temporary-folder'

const mockRoom = { bytes: Infinity }

jest.mock('node:fs', () => {
  const real = jest.requireActual<typeof fs>('node:fs')
  return {
    ...real,
    /** As a nearly full disk: a part is written, the next call fails. */
    writeSync: (file: number, bytes: Buffer, offset: number) => {
      if (mockRoom.bytes <= 0) throw new Error('ENOSPC')
      const written = real.writeSync(file, bytes, offset, Math.min(bytes.length - offset, mockRoom.bytes))
      mockRoom.bytes -= written
      return written
    },
  }
})

afterEach(() => {
  mockRoom.bytes = Infinity
  removeFolders()
})

const opened = (folder: string): JournalFile => {
  const journal = openJournal(folder, 100)
  if (E.isLeft(journal)) throw new Error(journal.left)
  return journal.right
}
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
const put = (name: string) => ({ type: 'PUT', object: namespace(name) }) as const
const names = ({ entries }: JournalFile) => entries.map(({ object }) => object.metadata.name)

test('a write that did not fit leaves nothing in the journal, and later ones can be read', () => {
  const folder = temporaryFolder()
  const journal = opened(folder)
  journal.append(put('first'))
  mockRoom.bytes = 10
  expect(() => journal.append(put('lost'))).toThrow('ENOSPC')
  mockRoom.bytes = Infinity
  journal.append(put('last'))
  journal.close()
  expect(names(opened(folder))).toEqual(['first', 'last'])
})

test('a new generation that does not fit is given up, the old one goes on', () => {
  const folder = temporaryFolder()
  const journal = opened(folder)
  const objects = ['a', 'b', 'c'].map(namespace)
  objects.forEach((object) => journal.append({ type: 'PUT', object }))
  mockRoom.bytes = 10
  journal.compact(() => objects)
  mockRoom.bytes = Infinity
  journal.append(put('d'))
  expect(fs.readdirSync(folder).filter((name) => name.includes('objects'))).toEqual([])
  journal.compact(() => [...objects, namespace('d')])
  journal.close()
  expect(names(opened(folder))).toEqual(['a', 'b', 'c', 'd'])
})

test('what is done again and again goes on after a failure, and tells of it once', () => {
  const told: string[] = []
  const left = { failures: 2, runs: 0 }
  const run = undisturbed(
    (_subject, text) => void told.push(text),
    () => {
      if (left.failures-- > 0) throw new Error('ENOSPC')
      left.runs++
    },
  )
  ;[1, 2, 3, 4].forEach(run)
  expect(left.runs).toBe(2)
  expect(told).toEqual(['cannot be written, tried again until it can: ENOSPC'])
})

test('what could not be put on record has not happened', async () => {
  const folder = temporaryFolder()
  const { append } = opened(folder)
  const store = new Store({ clock: realClock(), random: systemRandom, kinds: builtInKinds, onWrite: append })
  const kept = store.create(namespace('kept'))
  mockRoom.bytes = 10
  expect(() => store.create(namespace('lost'))).toThrow('ENOSPC')
  expect(() => store.remove({ apiVersion: 'v1', kind: 'Namespace', name: 'kept' }, {})).toThrow('ENOSPC')
  expect(await apiClient(store).create(namespace('lost'))()).toMatchObject({ left: { code: 500, message: 'ENOSPC' } })
  expect(store.all()).toEqual(E.isRight(kept) ? [kept.right] : [])
})

test.each([['journal-1.jsonl'], ['objects-1.jsonl']])(
  'a folder that lost its %s is not taken for a new one',
  (lost) => {
    const folder = temporaryFolder()
    const journal = opened(folder)
    const objects = ['a', 'b', 'c'].map(namespace)
    objects.forEach((object) => journal.append({ type: 'PUT', object }))
    journal.compact(() => objects)
    journal.close()
    fs.rmSync(join(folder, lost))
    expect(openJournal(folder)).toMatchObject({ left: expect.stringContaining('is damaged') })
  },
)
