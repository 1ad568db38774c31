import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { Container, PodVolume } from './job-spec'
import { dataOf, type Blocked, type Lookup } from './pod-environment'

export interface Places {
  /** For what lives as long as the attempt. */
  readonly scratch: string
  readonly lookup: Lookup
  /** The folder behind a claim. */
  readonly claimFolder: (claim: KubeObject) => E.Either<Blocked, string>
}

/** Path in the container to folder on this machine, for each mount of the container. */
export const pathMap = (
  container: Container,
  volumes: ReadonlyArray<PodVolume>,
  places: Places,
): E.Either<Blocked, { readonly [path: string]: string }> => {
  const map: { [path: string]: string } = {}
  for (const mount of container.volumeMounts ?? []) {
    const volume = volumes.find(({ name }) => name === mount.name)
    const folder =
      volume === undefined ? E.left(`volume "${mount.name}" is not declared`) : volumeFolder(volume, places)
    if (E.isLeft(folder)) return folder
    map[mount.mountPath] = mount.subPath === undefined ? folder.right : join(folder.right, mount.subPath)
  }
  return E.right(map)
}

const volumeFolder = (volume: PodVolume, places: Places): E.Either<Blocked, string> => {
  if (volume.persistentVolumeClaim !== undefined) return claimFolder(volume.persistentVolumeClaim.claimName, places)
  if (volume.hostPath !== undefined) return hostFolder(volume.hostPath)
  if (volume.secret !== undefined)
    return fileFolder(volume.name, { kind: 'Secret', name: volume.secret.secretName, ...volume.secret }, places)
  if (volume.configMap !== undefined) return fileFolder(volume.name, { kind: 'ConfigMap', ...volume.configMap }, places)
  if (volume.emptyDir !== undefined || volume.ephemeral !== undefined)
    return E.right(made(join(places.scratch, 'volumes', volume.name)))
  return E.left(`volume "${volume.name}" is of a type that this machine cannot mount`)
}

const claimFolder = (name: string, places: Places): E.Either<Blocked, string> => {
  const claim = places.lookup('PersistentVolumeClaim', name)
  return claim === undefined ? E.left(`persistentvolumeclaim "${name}" not found`) : places.claimFolder(claim)
}

/** A folder of the user's is made only when it was asked for: an empty one in its place would look like lost data. */
const hostFolder = ({
  path,
  type = '',
}: {
  readonly path: string
  readonly type?: string
}): E.Either<Blocked, string> => {
  if (existsSync(path)) return E.right(path)
  return type === 'DirectoryOrCreate' ? E.right(made(path)) : E.left(`folder ${path} does not exist`)
}

interface FileSource {
  readonly kind: 'Secret' | 'ConfigMap'
  readonly name: string
  readonly items?: ReadonlyArray<{ readonly key: string; readonly path: string }>
  readonly optional?: boolean
}

const fileFolder = (volume: string, source: FileSource, places: Places): E.Either<Blocked, string> => {
  const object = places.lookup(source.kind, source.name)
  if (object === undefined && source.optional !== true)
    return E.left(`${source.kind.toLowerCase()} "${source.name}" not found`)
  const data = object === undefined ? {} : dataOf(object)
  const folder = made(join(places.scratch, 'volumes', volume))
  const items = source.items ?? Object.keys(data).map((key) => ({ key, path: key }))
  items.forEach(({ key, path }) => {
    const content = data[key]
    if (content === undefined) return
    made(dirname(join(folder, path)))
    writeFileSync(join(folder, path), content, { mode: 0o600 })
  })
  return E.right(folder)
}

const made = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
