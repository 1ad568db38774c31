import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { customKind } from '../api/kinds/custom'
import { builtInKinds } from '../api/kinds/built-in'
import type { KindDefinition } from '../api/kind-definition'

/** The kinds the API of a local run serves: the built-in ones and those of `<root>/crds`. */
export const productKinds = (root: string): ReadonlyArray<KindDefinition> => [
  ...builtInKinds,
  ...documents(join(root, 'crds')).map(customKind),
]

/** The controller objects of `<root>/composite-controllers` and `<root>/decorator-controllers`. */
export const productControllers = (root: string): ReadonlyArray<KubeObject> =>
  ['composite-controllers', 'decorator-controllers']
    .flatMap((folder) => documents(join(root, folder)))
    .filter(kubeObject.is)

const documents = (folder: string): ReadonlyArray<unknown> =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => parse(readFileSync(join(folder, name), 'utf8')))
