import type { Json, JsonObject } from '../../../api/kubernetes/json'
import { isArray, isObject, mapItems, mapValues } from '../json-shape'
import { canonicalQuantities } from '../quantity'

/** Fills in a pod's spec as the API server does. */
export const podSpecDefaults = (written: JsonObject): JsonObject => {
  const spec = withoutEmpty(written)
  return {
    ...spec,
    dnsPolicy: spec['dnsPolicy'] ?? 'ClusterFirst',
    restartPolicy: spec['restartPolicy'] ?? 'Always',
    schedulerName: spec['schedulerName'] ?? 'default-scheduler',
    securityContext: spec['securityContext'] ?? {},
    terminationGracePeriodSeconds: spec['terminationGracePeriodSeconds'] ?? 30,
    ...(spec['serviceAccountName'] === undefined ? {} : { serviceAccount: spec['serviceAccountName'] }),
    ...containers(spec, 'containers'),
    ...containers(spec, 'initContainers'),
    ...(isArray(spec['volumes']) ? { volumes: mapItems(spec['volumes'], volumeDefaults) } : {}),
  }
}

/** Empty lists and an empty node selector say nothing and are not kept. */
const withoutEmpty = (object: JsonObject): JsonObject =>
  mapValues(object, (value, key) => {
    const empty = isArray(value)
      ? value.length === 0
      : key === 'nodeSelector' && isObject(value) && Object.keys(value).length === 0
    return empty ? undefined : value
  })

const containers = (spec: JsonObject, field: string): JsonObject => {
  const list = spec[field]
  return isArray(list) ? { [field]: mapItems(list, containerDefaults) } : {}
}

const containerDefaults = (written: Json): Json => {
  if (!isObject(written)) return written
  const container = withoutEmpty(written)
  const resources = isObject(container['resources']) ? canonicalQuantities(container['resources']) : {}
  return {
    ...container,
    imagePullPolicy: container['imagePullPolicy'] ?? pullPolicy(container['image']),
    resources,
    terminationMessagePath: container['terminationMessagePath'] ?? '/dev/termination-log',
    terminationMessagePolicy: container['terminationMessagePolicy'] ?? 'File',
    ...(isArray(container['env']) ? { env: mapItems(container['env'], environmentDefaults) } : {}),
  }
}

const pullPolicy = (image: Json | undefined): string => {
  const name = typeof image === 'string' ? (image.split('/').at(-1) ?? '') : ''
  if (name.includes('@')) return 'IfNotPresent'
  const tag = name.split(':')[1]
  return tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent'
}

const environmentDefaults = (variable: Json): Json => {
  if (!isObject(variable) || !isObject(variable['valueFrom'])) return variable
  const reference = variable['valueFrom']['fieldRef']
  if (!isObject(reference)) return variable
  const fieldRef = { ...reference, apiVersion: reference['apiVersion'] ?? 'v1' }
  return { ...variable, valueFrom: { ...variable['valueFrom'], fieldRef } }
}

const DEFAULT_MODE = 420

const volumeDefaults = (volume: Json): Json => {
  if (!isObject(volume)) return volume
  const mode = (field: string): JsonObject =>
    isObject(volume[field])
      ? { [field]: { ...volume[field], defaultMode: volume[field]['defaultMode'] ?? DEFAULT_MODE } }
      : {}
  const hostPath = volume['hostPath']
  const ephemeral = volume['ephemeral']
  const path = isObject(hostPath) ? { hostPath: { ...hostPath, type: hostPath['type'] ?? '' } } : {}
  const claim = isObject(ephemeral) ? { ephemeral: ephemeralDefaults(ephemeral) } : {}
  return {
    ...volume,
    ...path,
    ...claim,
    ...mode('secret'),
    ...mode('configMap'),
    ...mode('projected'),
    ...mode('downwardAPI'),
  }
}

const ephemeralDefaults = (ephemeral: JsonObject): JsonObject => {
  const template = ephemeral['volumeClaimTemplate']
  if (!isObject(template) || !isObject(template['spec'])) return ephemeral
  const spec = { ...template['spec'], volumeMode: template['spec']['volumeMode'] ?? 'Filesystem' }
  return { ...ephemeral, volumeClaimTemplate: { ...template, metadata: template['metadata'] ?? {}, spec } }
}
