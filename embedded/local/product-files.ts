import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { builtInKinds } from '../api/kinds/built-in'
import { customKind } from '../api/kinds/custom'
import type { KindDefinition } from '../api/kind-definition'

/** The kinds that the API of a local run serves beside the built-in ones: those of `<root>/crds`. */
export const productKinds = (root: string): ReadonlyArray<KindDefinition> =>
  documents(join(root, 'crds'))
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map(customKind)

/** Everything that API serves. */
export const allKinds = (root: string): ReadonlyArray<KindDefinition> => [...builtInKinds, ...productKinds(root)]

/** The controller objects of `<root>/composite-controllers` and `<root>/decorator-controllers`. */
export const productControllers = (root: string): ReadonlyArray<KubeObject> =>
  ['composite-controllers', 'decorator-controllers']
    .flatMap((folder) => documents(join(root, folder)))
    .filter(({ kind }) => kind === 'CompositeController' || kind === 'DecoratorController')

const documents = (folder: string): ReadonlyArray<KubeObject> =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name): unknown => parse(readFileSync(join(folder, name), 'utf8')))
    .filter(kubeObject.is)
