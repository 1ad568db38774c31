import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import * as fc from 'fast-check'
import type { KubeObject } from '../../../api/kubernetes/object'
import { builtInKinds } from '../../../embedded/api/kinds/built-in'
import { Store } from '../../../embedded/api/store'
import { realClock } from '../../../embedded/clock/real-clock'
import { openJournal } from '../../../embedded/local/state/journal-file'
import { acquireLock } from '../../../embedded/local/state/lock'
import { openState } from '../../../embedded/local/state/open-state'
import { identify } from '../../../embedded/local/state/process-identity'
import { systemRandom } from '../../../embedded/random/system-random'
import { removeFolders, temporaryFolder } from './temporary-folder'

afterEach(removeFolders)

const right = <L, R>(either: E.Either<L, R>): R => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left))
  return either.right
}
const open = (folder: string) => {
  const state = right(openState(folder, builtInKinds))
  const store = new Store({ clock: realClock(), random: systemRandom, kinds: builtInKinds, onWrite: state.onWrite })
  store.load(state.journal)
  store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } })
  return { store, close: state.close }
}
const configMap = (name: string, value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { value },
})
const ref = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name })

describe('state', () => {
  test('is the same after closing and opening', () => {
    const folder = temporaryFolder()
    const first = open(folder)
    right(first.store.create(configMap('kept', '1')))
    right(first.store.create(configMap('changed', '1')))
    right(first.store.patch(ref('changed'), { type: 'merge', body: { data: { value: '2' } } }))
    right(first.store.create(configMap('removed', '1')))
    right(first.store.remove(ref('removed')))
    const before = first.store.all()
    first.close()
    const second = open(folder)
    expect(second.store.all()).toEqual(before)
    const created = right(second.store.create(configMap('later', '1')))
    expect(Number(created.metadata.resourceVersion)).toBeGreaterThan(
      Math.max(...before.map(({ metadata }) => Number(metadata.resourceVersion))),
    )
    second.close()
  })

  test('tolerates a torn last line, and writes on behind it', () => {
    const folder = temporaryFolder()
    const first = open(folder)
    right(first.store.create(configMap('whole', '1')))
    first.close()
    appendFileSync(join(folder, 'objects', 'journal-0.jsonl'), '{"type":"PUT","object":{"apiVersion":"v1","ki')
    const second = open(folder)
    right(second.store.create(configMap('next', '1')))
    second.close()
    const third = open(folder)
    expect(E.isRight(third.store.get(ref('whole')))).toBe(true)
    expect(E.isRight(third.store.get(ref('next')))).toBe(true)
    third.close()
  })

  test('refuses to begin on a damaged line, and gives the folder back', () => {
    const folder = temporaryFolder()
    open(folder).close()
    const path = join(folder, 'objects', 'journal-0.jsonl')
    writeFileSync(path, `{"broken\n${readFileSync(path, 'utf8')}`)
    expect(openState(folder, builtInKinds)).toMatchObject({
      left: { inUse: false, message: expect.stringContaining('damaged in line 1') },
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  test('cut off at any byte holds what was written before', () => {
    const folder = temporaryFolder()
    const first = right(openJournal(folder))
    const written = ['a', 'b', 'c'].map((name) => ({ type: 'PUT' as const, object: configMap(name, 'ä€𝄞') }))
    written.forEach(first.append)
    first.close()
    const bytes = readFileSync(join(folder, 'journal-0.jsonl'))
    const lineLength = bytes.length / 3
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const cut = temporaryFolder()
        writeFileSync(join(cut, 'journal-0.jsonl'), bytes.subarray(0, length))
        const opened = right(openJournal(cut))
        expect(opened.entries).toEqual(written.slice(0, Math.floor(length / lineLength)))
        opened.close()
      }),
      { numRuns: 50 },
    )
  })

  test('begins a new generation once the journal has grown, and leaves nothing of the old one', () => {
    const folder = temporaryFolder()
    const first = right(openJournal(folder, 1000))
    const objects = Array.from({ length: 20 }, (_, index) => configMap(`n${index}`, 'x'.repeat(100)))
    objects.forEach((object) => first.append({ type: 'PUT', object }))
    first.compact(() => objects)
    first.append({ type: 'DELETE', object: objects[0] ?? configMap('', '') })
    first.close()
    expect(readdirSync(folder).sort()).toEqual(['journal-1.jsonl', 'objects-1.jsonl'])
    const second = right(openJournal(folder, 1000))
    expect(second.entries.map(({ type }) => type)).toEqual([...objects.map(() => 'PUT'), 'DELETE'])
    second.close()
  })

  test('survives a death between the two files of a new generation', () => {
    const folder = temporaryFolder()
    const first = right(openJournal(folder))
    first.append({ type: 'PUT', object: configMap('a', '1') })
    first.close()
    writeFileSync(join(folder, 'journal-1.jsonl'), '')
    writeFileSync(join(folder, 'objects-1.jsonl.draft'), '{"type":"PU')
    expect(right(openJournal(folder)).entries).toHaveLength(1)
  })
})

describe('a folder', () => {
  test('cannot be used by two at once', () => {
    const folder = temporaryFolder()
    const release = right(acquireLock(folder))
    expect(acquireLock(folder)).toEqual(E.left(identify(process.pid)))
    release()
    right(acquireLock(folder))()
  })

  test('is free again when its holder died without a word', async () => {
    const folder = temporaryFolder()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const holder = identify(child.pid ?? 0)
    writeFileSync(join(folder, 'lock.7'), JSON.stringify(holder))
    expect(E.isLeft(acquireLock(folder))).toBe(true)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    const release = right(acquireLock(folder))
    expect(existsSync(join(folder, 'lock.8'))).toBe(true)
    release()
  })

  test('is not held by a later process with the number of a dead one', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'lock.1'), JSON.stringify({ pid: process.pid, start: 'another boot 1' }))
    right(acquireLock(folder))()
  })
})
