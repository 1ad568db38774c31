import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'

const ROOT = process.cwd()

/** Every object in the YAML files of a folder, folders below it included. */
export const objectsIn = (folder: string): ReadonlyArray<KubeObject> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(ROOT, folder, file), 'utf8')))
    .map((document): unknown => document.toJS())
    .filter(kubeObject.is)

/** The YAML files beside a kustomization. */
export const yamlFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .sort()

export interface Kustomization {
  readonly kind: string
  readonly resources?: ReadonlyArray<string>
  readonly patches?: ReadonlyArray<{ readonly patch?: string; readonly target?: { readonly name?: string } }>
}

export const kustomization = (folder: string): Kustomization =>
  parse(readFileSync(join(ROOT, folder, 'kustomization.yaml'), 'utf8'))

/** Folders below this one with a kustomization. */
export const kustomizations = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('kustomization.yaml'))
    .map((file) => join(folder, file, '..'))
    .sort()

interface Webhook {
  readonly service: {
    readonly name: string
    readonly namespace: string
    readonly port: number
    readonly protocol: string
  }
  readonly path: string
  readonly timeout: string
}

interface HookObject {
  readonly version?: string
  readonly webhook: Webhook
}

export interface KindRule {
  readonly apiVersion: string
  readonly resource: string
  readonly updateStrategy?: { readonly method: string }
}

/** A CompositeController or DecoratorController as its file has it. */
export interface ControllerFile {
  readonly folder: string
  readonly file: string
  readonly kind: string
  readonly metadata: KubeObject['metadata']
  readonly parents: ReadonlyArray<KindRule>
  readonly children: ReadonlyArray<KindRule>
  readonly hooks: { readonly [name: string]: HookObject }
  readonly generateSelector?: boolean
}

interface ControllerSpec {
  readonly generateSelector?: boolean
  readonly parentResource?: KindRule
  readonly resources?: ReadonlyArray<KindRule>
  readonly childResources?: ReadonlyArray<KindRule>
  readonly attachments?: ReadonlyArray<KindRule>
  readonly hooks: { readonly [name: string]: HookObject }
}

const controllerIn =
  (folder: string) =>
  (file: string): ControllerFile => {
    const { kind, metadata, spec }: { kind: string; metadata: KubeObject['metadata']; spec: ControllerSpec } = parse(
      readFileSync(join(ROOT, folder, file), 'utf8'),
    )
    const { parentResource, resources, childResources, attachments, hooks, generateSelector } = spec
    return {
      folder,
      file,
      kind,
      metadata,
      hooks,
      parents: parentResource === undefined ? (resources ?? []) : [parentResource],
      children: childResources ?? attachments ?? [],
      ...(generateSelector === undefined ? {} : { generateSelector }),
    }
  }

const controllersIn = (...folders: ReadonlyArray<string>): ReadonlyArray<ControllerFile> =>
  folders.flatMap((folder) => yamlFiles(folder).map(controllerIn(folder)))

/** Those of every install. */
export const baseControllers = controllersIn('composite-controllers', 'decorator-controllers')
/** Those that the component of this name adds. */
export const csiSnapshots = controllersIn('decorator-controllers/csi-snapshots')

export const controllerFiles: ReadonlyArray<ControllerFile> = [...baseControllers, ...csiSnapshots]
