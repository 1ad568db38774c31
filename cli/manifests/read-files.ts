import * as E from 'fp-ts/Either'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileProblem } from '../../embedded/local/state/file-problem'

/** A manifest file by the name it was found under; `-` is standard input. */
export interface ManifestFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads files, folders (`.yaml`, `.yml`, `.json` below them, by name) and standard input; a failure is a message. */
export const readFiles = async (
  paths: ReadonlyArray<string>,
  readStdin: () => Promise<Uint8Array>,
): Promise<E.Either<string, ReadonlyArray<ManifestFile>>> => {
  try {
    const found = await Promise.all(paths.map((path) => (path === '-' ? [path] : named(path, filesUnder))))
    return E.right(
      await Promise.all(
        found.flat().map(async (name) => ({
          name,
          bytes: name === '-' ? await readStdin() : await named(name, (path) => readFile(path)),
        })),
      ),
    )
  } catch (error) {
    return E.left(error instanceof Error ? error.message : String(error))
  }
}

/** A failure that names the path as it was written. */
const named = async <A>(path: string, read: (path: string) => Promise<A>): Promise<A> => {
  try {
    return await read(path)
  } catch (error) {
    throw new Error(`${path} cannot be read: ${fileProblem(error) ?? String(error)}`)
  }
}

const filesUnder = async (path: string): Promise<ReadonlyArray<string>> => {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
