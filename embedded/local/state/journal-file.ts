import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import type { JournalEntry } from '../../api/journal'
import { writeAll, writeWhole } from './write-whole'

/**
 * Every write of the API, on disk before the writer hears of it. A generation is a snapshot of all objects and a journal
 * of the writes since; a new one begins when the journal has grown. What is acknowledged survives the death of this
 * process at any moment; the last moments before a power failure may be lost.
 */
export interface JournalFile {
  readonly entries: ReadonlyArray<JournalEntry>
  readonly append: (entry: JournalEntry) => void
  /** Begins a new generation if the journal has outgrown `limitBytes`. */
  readonly compact: (objects: () => ReadonlyArray<KubeObject>) => void
  readonly close: () => void
}

const LIMIT_BYTES = 16 * 1024 * 1024
const SYNC_MS = 200

/** On the left: why the folder cannot be read. Nothing is ever thrown away to get over it. */
export const openJournal = (folder: string, limitBytes = LIMIT_BYTES): E.Either<string, JournalFile> => {
  const generation = newestGeneration(folder)
  const journals = journalGenerations(folder)
  if (journals.length > 0 ? !journals.includes(generation) : generation > 0)
    return E.left(`${folder} is damaged: generation ${generation} has no journal; restore the folder from a copy`)
  const snapshot =
    generation === 0 ? E.right({ entries: [], wholeBytes: 0 }) : readLines(snapshotPath(folder, generation), 'whole')
  if (E.isLeft(snapshot)) return snapshot
  const journal = readLines(journalPath(folder, generation), 'torn')
  if (E.isLeft(journal)) return journal
  return E.right(
    openFile(folder, generation, {
      limitBytes,
      wholeBytes: journal.right.wholeBytes,
      entries: [...snapshot.right.entries, ...journal.right.entries],
    }),
  )
}

interface Opened {
  readonly limitBytes: number
  readonly wholeBytes: number
  readonly entries: ReadonlyArray<JournalEntry>
}

const openFile = (folder: string, first: number, { limitBytes, wholeBytes, entries }: Opened): JournalFile => {
  const state = {
    generation: first,
    file: openAt(journalPath(folder, first), wholeBytes),
    bytes: wholeBytes,
    unsynced: false,
  }
  const sync = setInterval(() => {
    if (!state.unsynced) return
    state.unsynced = false
    fdatasync(state.file, () => undefined)
  }, SYNC_MS)
  sync.unref()
  return {
    entries,
    append: (entry) => {
      state.bytes += writeWhole(state.file, state.bytes, `${JSON.stringify(entry)}\n`)
      state.unsynced = true
    },
    compact: (objects) => {
      if (state.bytes < limitBytes) return
      const next = state.generation + 1
      const file = openAt(journalPath(folder, next), 0)
      if (!writeSnapshot(folder, next, objects())) return closeSync(file)
      closeSync(state.file)
      rmSync(journalPath(folder, state.generation), { force: true })
      rmSync(snapshotPath(folder, state.generation), { force: true })
      Object.assign(state, { generation: next, file, bytes: 0 })
    },
    close: () => {
      clearInterval(sync)
      fsyncSync(state.file)
      closeSync(state.file)
    },
  }
}

const snapshotPath = (folder: string, generation: number): string => join(folder, `objects-${generation}.jsonl`)
const journalPath = (folder: string, generation: number): string => join(folder, `journal-${generation}.jsonl`)

const newestGeneration = (folder: string): number =>
  Math.max(0, ...readdirSync(folder).flatMap((name) => Number(/^objects-(\d+)\.jsonl$/.exec(name)?.[1] ?? 0)))

const journalGenerations = (folder: string): ReadonlyArray<number> =>
  readdirSync(folder).flatMap((name) => Number(/^journal-(\d+)\.jsonl$/.exec(name)?.[1] ?? []))

/** Cuts off what a dying process left behind the last whole line. */
const openAt = (path: string, bytes: number): number => {
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, bytes)
  return file
}

/** Under its name only when it is whole and on disk. False when there is no room for it now. */
const writeSnapshot = (folder: string, generation: number, objects: ReadonlyArray<KubeObject>): boolean => {
  const path = snapshotPath(folder, generation)
  const draft = `${path}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    objects.forEach((object) => writeAll(file, `${JSON.stringify({ type: 'PUT', object })}\n`))
    fsyncSync(file)
    renameSync(draft, path)
    return true
  } catch {
    rmSync(draft, { force: true })
    return false
  } finally {
    closeSync(file)
  }
}

/** A journal may end in a torn line, a snapshot may not; a broken line before the last is damage. */
const readLines = (path: string, end: 'whole' | 'torn'): E.Either<string, Pick<Opened, 'entries' | 'wholeBytes'>> => {
  if (!existsSync(path)) return end === 'torn' ? E.right({ entries: [], wholeBytes: 0 }) : E.left(`${path} is missing`)
  const bytes = readFileSync(path)
  const wholeBytes = bytes.lastIndexOf(10) + 1
  if (end === 'whole' && wholeBytes !== bytes.length) return E.left(`${path} ends in the middle of a line`)
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1)
  const entries = lines.map(parseEntry)
  const damaged = entries.findIndex((entry) => entry === undefined)
  return damaged < 0
    ? E.right({ entries: entries.flatMap((entry) => entry ?? []), wholeBytes })
    : E.left(`${path} is damaged in line ${damaged + 1}: restore the folder from a copy, or start with a new one`)
}

const parseEntry = (line: string): JournalEntry | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isEntry = (u: unknown): u is JournalEntry =>
  typeof u === 'object' &&
  u !== null &&
  'type' in u &&
  (u.type === 'PUT' || u.type === 'DELETE') &&
  'object' in u &&
  kubeObject.is(u.object)
