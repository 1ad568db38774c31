import type { AnyRepository } from '../../../../hooks/core/repository'
import { getNeed, needKey, type Reads } from '../../../../hooks/need'
import { repository } from '../../../../api/kinds/repository'

export type SpecText = AnyRepository['spec']
export type ConfigMapText = { readonly [key: string]: string } | undefined

export const settings = {
  operatorNamespace: 'kopiur-system',
  mover: { image: 'mover:1', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 30 },
}

/** Decoded, so that a fixture cannot have a shape the API would refuse. */
export const aRepository = (spec: SpecText, status?: AnyRepository['status']): AnyRepository => {
  const decoded = repository.decode({
    apiVersion: 'kopiur.home-operations.com/v1alpha1',
    kind: 'Repository',
    metadata: { name: 'main', namespace: 'db', uid: 'repository-uid' },
    spec,
    ...(status === undefined ? {} : { status }),
  })
  if (decoded._tag === 'Left') throw new Error('not a Repository')
  return decoded.right
}

export const configMapRead = (namespace: string, name: string, data: ConfigMapText): Reads => {
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace, name }
  return new Map([
    [
      needKey(getNeed(ref)),
      data === undefined
        ? { _tag: 'Missing' }
        : { _tag: 'Found', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data } },
    ],
  ])
}
