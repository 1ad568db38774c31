import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../api/kubernetes/object'
import type { KindDefinition } from '../../embedded/api/kind-definition'
import { parseManifest, readFiles } from '../manifests'
import { objectOf } from './object-of'

/** The objects of manifests in order, each in the namespace of the command line where it names none. */
export const manifestObjects = async (
  paths: ReadonlyArray<string>,
  readStdin: () => Promise<Uint8Array>,
  place: { readonly kinds: ReadonlyArray<KindDefinition>; readonly namespace: string },
): Promise<E.Either<string, ReadonlyArray<KubeObject>>> => {
  const files = await readFiles(paths, readStdin)
  if (E.isLeft(files)) return files
  const objects: KubeObject[] = []
  for (const document of files.right.flatMap(parseManifest)) {
    const object = objectOf(document)
    if (E.isLeft(object)) return E.left(`${document.file}:${document.line}: ${object.left}`)
    objects.push(placed(object.right, place))
  }
  return E.right(objects.sort((a, b) => order(a) - order(b)))
}

/** What others lie in or refer to comes first; the rest stays in its order. */
const order = ({ kind }: KubeObject): number => FIRST.indexOf(kind) + 1 || FIRST.length + 1
const FIRST = [
  'Namespace',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Secret',
  'ConfigMap',
  'ClusterRepository',
  'Repository',
]

const placed = (
  object: KubeObject,
  { kinds, namespace }: { readonly kinds: ReadonlyArray<KindDefinition>; readonly namespace: string },
): KubeObject => {
  const kind = kinds.find((known) => known.kind === object.kind && known.apiVersion === object.apiVersion)
  return kind?.namespaced === true && object.metadata.namespace === undefined
    ? { ...object, metadata: { ...object.metadata, namespace } }
    : object
}
