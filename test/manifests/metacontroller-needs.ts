import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { GROUP } from '../../api/names/group'
import { controllers } from '../../hooks/registry'
import { findCases, readGiven } from '../hooks/case-runner/case'
import type { ControllerFile, KindRule } from './product'
import { right, type Right } from './right'

const WATCHED = ['get', 'list', 'watch']
const isOurs = ({ apiVersion }: KindRule): boolean => apiVersion.startsWith(`${GROUP}/`)

const rights = ({ apiVersion, resource }: KindRule, verbs: ReadonlyArray<string>): ReadonlyArray<Right> =>
  verbs.map((verb) => right(apiVersion, resource, verb))

/** A composite writes its parent's status, and either sort finalizers and labels of ours; Namespaces are left alone. */
const parentNeeds = ({ kind, parents, children }: ControllerFile): ReadonlyArray<Right> =>
  parents.flatMap((parent) => [
    ...rights(parent, isOurs(parent) ? [...WATCHED, 'update'] : WATCHED),
    ...(kind === 'CompositeController' ? [right(parent.apiVersion, `${parent.resource}/status`, 'update')] : []),
    ...(children.length > 0 ? [right(parent.apiVersion, `${parent.resource}/finalizers`, 'update')] : []),
  ])

const childNeeds = ({ children }: ControllerFile): ReadonlyArray<Right> =>
  children.flatMap((child) => rights(child, [...WATCHED, 'create', 'update', 'delete']))

const cases = findCases(join(process.cwd(), 'test/hooks'))

const CONTROLLER = {
  apiVersion: 'metacontroller.k8s.io/v1alpha1',
  kind: 'CompositeController',
  metadata: { name: 'any' },
}

/** What the customize hooks answer for the parents of all cases. */
export const relatedKinds = (name: string): ReadonlyArray<KindRule> => {
  const customize = controllers.find((one) => one.name === name)?.customize
  if (customize === undefined) return []
  return cases
    .filter(({ controller }) => controller === name)
    .map((one) => readGiven(one).request)
    .map(({ parent, object }) => customize({ controller: CONTROLLER, parent: parent ?? object }))
    .flatMap((answer) => (E.isRight(answer) ? answer.right : []))
}

const relatedNeeds = (): ReadonlyArray<Right> =>
  controllers.flatMap(({ name }) => relatedKinds(name)).flatMap((related) => rights(related, WATCHED))

/** What it needs whatever the controllers are: its own objects, kinds, namespaces, Events. */
const OWN: ReadonlyArray<Right> = [
  ...['compositecontrollers', 'decoratorcontrollers', 'controllerrevisions'].flatMap((resource) =>
    rights({ apiVersion: 'metacontroller.k8s.io/v1alpha1', resource }, WATCHED),
  ),
  ...rights({ apiVersion: 'apiextensions.k8s.io/v1', resource: 'customresourcedefinitions' }, WATCHED),
  ...rights({ apiVersion: 'v1', resource: 'namespaces' }, WATCHED),
  ...rights({ apiVersion: 'v1', resource: 'events' }, ['create', 'patch']),
]

/** Who binds a role to somebody must have that role or be allowed to bind it. */
const BIND = 'bind rbac.authorization.k8s.io/clusterroles kopiur-mover'

export const metacontrollerNeeds = (files: ReadonlyArray<ControllerFile>): ReadonlyArray<Right> => [
  ...OWN,
  ...files.flatMap(parentNeeds),
  ...files.flatMap(childNeeds),
  ...relatedNeeds(),
  BIND,
]
