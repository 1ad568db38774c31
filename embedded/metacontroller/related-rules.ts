import type { LabelSelector } from '../../api/kubernetes/client'
import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { isArray } from '../api/json-shape'
import { matchesLabels, selectorError } from '../api/label-selector'
import { CrashError, SyncFailure } from './failure'
import { aString, anObject, decodeFields } from './decode-answer'

/** One rule of a customize answer. */
export interface Rule {
  readonly apiVersion: string
  readonly resource: string
  readonly namespace?: string
  readonly names?: ReadonlyArray<string>
  readonly labelSelector?: LabelSelector
  readonly namespaceSelector?: LabelSelector
}

const RULE_FIELDS = {
  apiVersion: aString,
  resource: aString,
  namespace: aString,
  labelSelector: anObject,
  namespaceSelector: anObject,
  names: (value: Json): void => {
    if (value !== null && !(isArray(value) && value.every((name) => typeof name === 'string')))
      throw new SyncFailure("can't unmarshal webhookResponse (version: v2): names must be a list of strings")
  },
}

/** The rules of a customize answer; a null among them ends the real process. */
export const decodeRules = (body: unknown, strict: boolean): ReadonlyArray<Rule> => {
  const isList = (value: Json): void => {
    if (value !== null && !isArray(value))
      throw new SyncFailure("can't unmarshal webhookResponse (version: v2): relatedResources must be a list")
  }
  const { relatedResources } = decodeFields(body, { relatedResources: isList }, strict)
  return (isArray(relatedResources) ? relatedResources : []).map((rule) => {
    if (rule === null) throw new CrashError('a null element in relatedResources')
    return withoutNulls(decodeFields(rule, RULE_FIELDS, strict))
  })
}

const withoutNulls = (rule: JsonObject): Rule =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null && value !== '')) as unknown as Rule

/** Combinations that cannot be used fail every sync of the parent while the answer is cached. */
export const ruleError = (rule: Rule, relatedIsNamespaced: boolean): string | undefined => {
  const byName = (rule.names?.length ?? 0) > 0
  if (byName && (rule.labelSelector !== undefined || rule.namespaceSelector !== undefined))
    return `related rule cannot have both names and labelSelector/namespaceSelector specified: ${JSON.stringify(rule)}`
  if (rule.namespace !== undefined && rule.namespaceSelector !== undefined)
    return `related rule cannot have both namespace and namespaceSelector specified: ${JSON.stringify(rule)}`
  if (rule.namespaceSelector !== undefined && !relatedIsNamespaced)
    return 'namespaceSelector is only supported for namespaced related resources'
  return [rule.labelSelector, rule.namespaceSelector]
    .map((selector) => (selector === undefined ? undefined : selectorError(selector)))
    .find((error) => error !== undefined)
}

/** Whether a sound rule selects an object of its kind. An empty list of names selects as if there were none. */
export const selects = (
  rule: Rule,
  object: KubeObject,
  namespaceOf: (name: string) => KubeObject | undefined,
): boolean => {
  const { namespace, name, labels } = object.metadata
  const named = rule.names === undefined || rule.names.length === 0 || rule.names.includes(name)
  return named && inNamespace(rule, namespace, namespaceOf) && matchesLabels(rule.labelSelector, labels)
}

/** A cluster-scoped object is in every namespace that a rule names. */
const inNamespace = (
  rule: Rule,
  namespace: string | undefined,
  namespaceOf: (name: string) => KubeObject | undefined,
): boolean => {
  if (namespace === undefined) return true
  if (rule.namespace !== undefined) return rule.namespace === namespace
  if (rule.namespaceSelector === undefined) return true
  const holder = namespaceOf(namespace)
  return holder !== undefined && matchesLabels(rule.namespaceSelector, holder.metadata.labels)
}
