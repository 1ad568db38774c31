import { existsSync } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../api/kubernetes/object'
import type { LocalOptions } from '../../embedded/local/local-options'
import { allKinds } from '../../embedded/local/product-files'
import { stateFolders } from '../../embedded/local/state/open-state'
import type { Terminal } from '../command'
import { manifestObjects } from './manifest-objects'
import type { Parsed } from './options'

/** What a run is to apply first. Manifests without an object begin no run, and are told to one that goes on. */
export const runManifests = async (
  { folder, root }: Pick<LocalOptions, 'folder' | 'root'>,
  parsed: Parsed,
  terminal: Pick<Terminal, 'readStdin' | 'printError'>,
): Promise<E.Either<string, ReadonlyArray<KubeObject>>> => {
  const paths = parsed.texts('filename')
  if (paths.length === 0) return E.right([])
  const place = { kinds: allKinds(root), namespace: parsed.text('namespace') ?? 'default' }
  const objects = await manifestObjects(paths, terminal.readStdin, place)
  if (E.isLeft(objects) || objects.right.length > 0) return objects
  if (!existsSync(stateFolders(folder).objects)) return E.left('no objects passed to run')
  terminal.printError('There is no object in the manifests: the run goes on with what the folder of the state holds.')
  return objects
}
