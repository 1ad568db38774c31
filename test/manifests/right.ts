import type { KubeObject } from '../../api/kubernetes/object'

/** One verb on one resource, as text: `get batch/jobs`. */
export type Right = string

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '')

export const right = (apiVersion: string, resource: string, verb: string): Right =>
  `${verb} ${groupOf(apiVersion)}/${resource}`

export interface Rule {
  readonly apiGroups: ReadonlyArray<string>
  readonly resources: ReadonlyArray<string>
  readonly resourceNames?: ReadonlyArray<string>
  readonly verbs: ReadonlyArray<string>
}

export const rulesOf = (role: KubeObject | undefined): ReadonlyArray<Rule> => {
  const rules: unknown = role?.['rules']
  return Array.isArray(rules) ? rules : []
}

/** Everything a rule allows; what holds for named objects only carries their names. */
const rightsOf = ({ apiGroups, resources, verbs, resourceNames }: Rule): ReadonlyArray<Right> => {
  const names = resourceNames === undefined ? '' : ` ${resourceNames.join(',')}`
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group}/${resource}${names}`)),
  )
}

export const granted = (role: KubeObject | undefined): ReadonlyArray<Right> => unique(rulesOf(role).flatMap(rightsOf))

export const unique = (rights: ReadonlyArray<Right>): ReadonlyArray<Right> => [...new Set(rights)].sort()
