import * as E from 'fp-ts/Either'
import { LineCounter, parseAllDocuments, type Document, type Tags } from 'yaml'
import { decodeText } from './decode-text'
import type { ManifestFile } from './read-files'
import { takeApart } from './take-apart'

/** One object of a manifest file, or a place where the file cannot be read. */
export type ManifestDocument =
  | { readonly _tag: 'Object'; readonly file: string; readonly line: number; readonly value: unknown }
  | { readonly _tag: 'Broken'; readonly file: string; readonly line: number; readonly message: string }

/** The objects of a file in order: YAML streams and JSON, lists taken apart, empty documents left out. */
export const parseManifest = ({ name, bytes }: ManifestFile): ReadonlyArray<ManifestDocument> => {
  const text = decodeText(bytes)
  return E.isLeft(text) ? [{ _tag: 'Broken', file: name, line: 1, message: text.left }] : parseText(name, text.right)
}

const parseText = (name: string, text: string): ReadonlyArray<ManifestDocument> => {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { version: '1.1', merge: true, customTags: asKubectl, lineCounter: lines })
  return Array.isArray(documents) ? documents.flatMap((document) => read(name, document, lines)) : []
}

/** kubectl takes times and base-60 numbers for text. */
const asKubectl = (tags: Tags): Tags =>
  tags.filter(
    (tag) => typeof tag === 'string' || (!('format' in tag && tag.format === 'TIME') && !/:timestamp$/.test(tag.tag)),
  )

const read = (file: string, document: Document, lines: LineCounter): ReadonlyArray<ManifestDocument> => {
  const [error] = document.errors
  if (error !== undefined)
    return [{ _tag: 'Broken', file, line: error.linePos?.[0].line ?? 1, message: error.message.split('\n')[0] ?? '' }]
  const line = lines.linePos(document.contents?.range?.[0] ?? document.range?.[0] ?? 0).line
  try {
    return valuesOf(document).map((value) => ({ _tag: 'Object', file, line, value }))
  } catch (thrown) {
    return [{ _tag: 'Broken', file, line, message: thrown instanceof Error ? thrown.message : String(thrown) }]
  }
}

const valuesOf = (document: Document): ReadonlyArray<unknown> => {
  const content: unknown = document.toJS({ maxAliasCount: 1000 })
  return content === null || content === undefined ? [] : takeApart(content)
}
