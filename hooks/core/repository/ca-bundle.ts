import * as t from 'io-ts'
import { getNeed, type Need, type Reads } from '../../need'
import type { Settings } from '../../settings'
import { readAs } from '../kube'
import type { RepositoryRef } from '../names'
import type { AnyRepository } from './any-repository'

const DEFAULT_KEY = 'ca.crt'
const MAX_BYTES = 65_536

export type CaBundle =
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Pem'; readonly pem: string }
  | { readonly _tag: 'NotRead' }
  /** The text says which ConfigMap and key, and what to do. */
  | { readonly _tag: 'Unusable'; readonly message: string }

interface Place {
  readonly namespace: string
  readonly name: string
  readonly key: string
}

/** The ConfigMap of an S3 trust store; it lies beside the repository, for a ClusterRepository beside the operator. */
export const caBundleNeeds = (
  ref: RepositoryRef,
  spec: AnyRepository['spec'],
  settings: Pick<Settings, 'operatorNamespace'>,
): ReadonlyArray<Need> => {
  const place = placeOf(ref, spec, settings)
  return place === undefined ? [] : [needOf(place)]
}

export const caBundleOf = (
  ref: RepositoryRef,
  spec: AnyRepository['spec'],
  settings: Pick<Settings, 'operatorNamespace'>,
  reads: Reads,
): CaBundle => {
  const place = placeOf(ref, spec, settings)
  if (place === undefined) return { _tag: 'None' }
  const read = readAs(configMap)(reads, needOf(place))
  switch (read._tag) {
    case 'NotRead':
      return read
    case 'Missing':
      return unusable(place, 'does not exist; create it or change tls.caBundleRef')
    case 'Forbidden':
      return unusable(place, `may not be read (${read.message}); grant the service get on it`)
    case 'Unreadable':
      return unusable(place, 'holds no text data')
    case 'Found':
      return checked(place, read.value.data?.[place.key])
  }
}

const configMap = t.intersection([t.type({ kind: t.string }), t.partial({ data: t.record(t.string, t.string) })])

const placeOf = (
  ref: RepositoryRef,
  { backend }: AnyRepository['spec'],
  { operatorNamespace }: Pick<Settings, 'operatorNamespace'>,
): Place | undefined => {
  const bundle = 's3' in backend ? backend.s3.tls?.caBundleRef : undefined
  return bundle?.configMapName === undefined
    ? undefined
    : {
        namespace: ref.kind === 'Repository' ? ref.namespace : operatorNamespace,
        name: bundle.configMapName,
        key: bundle.key ?? DEFAULT_KEY,
      }
}

const needOf = ({ namespace, name }: Place): Need => getNeed({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name })

const checked = (place: Place, pem: string | undefined): CaBundle => {
  if (pem === undefined)
    return unusable(place, `has no key ${place.key}; add it or name another in tls.caBundleRef.key`)
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    return unusable(place, `holds no PEM certificate under ${place.key}`)
  return pem.length > MAX_BYTES
    ? unusable(place, `holds more than ${MAX_BYTES} bytes under ${place.key}; keep only the CA`)
    : { _tag: 'Pem', pem }
}

const unusable = ({ namespace, name }: Place, why: string): CaBundle => ({
  _tag: 'Unusable',
  message: `ConfigMap ${namespace}/${name} with the CA bundle of the repository ${why}.`,
})
