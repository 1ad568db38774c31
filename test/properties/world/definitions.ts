import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { KubeObject } from '../../../api/kubernetes/object'
import { looseKind } from '../../../embedded/api/kinds/built-in'
import { customKind } from '../../../embedded/api/kinds/custom'
import type { KindDefinition } from '../../../embedded/api/kind-definition'
import type { Controller } from '../../../hooks/hook'

const ROOT = join(__dirname, '..', '..', '..')

const yamlFiles = (folder: string): ReadonlyArray<unknown> =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .map((name) => parse(readFileSync(join(ROOT, folder, name), 'utf8')))

/** The nine kinds as the CustomResourceDefinitions of the install declare them. */
export const productKinds: ReadonlyArray<KindDefinition> = yamlFiles('crds').map(customKind)

/** The kinds of a storage that takes snapshots. */
export const storageKinds: ReadonlyArray<KindDefinition> = [
  looseKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'volumesnapshots'),
  looseKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'volumesnapshotclasses', { namespaced: false }),
]

const controllerObjects = [
  'composite-controllers',
  'decorator-controllers',
  'decorator-controllers/csi-snapshots',
].flatMap(yamlFiles) as KubeObject[]

/** The controller objects of the install whose hooks are in the list. */
export const controllersFor = (controllers: ReadonlyArray<Controller>): ReadonlyArray<KubeObject> =>
  controllerObjects.filter(({ metadata }) => controllers.some(({ name }) => metadata.name === `kopiur-${name}`))
