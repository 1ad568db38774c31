import { allowedNamespaces, type ClusterRepository } from '../kinds/cluster-repository'
import type { KindRules } from './kind-rules'
import { each, given, isBlank, refuseIf, type Problems } from './problem'
import { identityWarning, repositoryAdmission } from './repository'
import { repositoryNotServed } from './rules/not-served'
import type { Owner } from './rules/repository/owner'
import { validServer } from './rules/repository/server'
import { repositoryWarnings, validRepository } from './rules/repository/spec'
import { validSelector } from './rules/selector'

export const clusterRepositoryRules: KindRules<ClusterRepository> = {
  shared: (object) => [
    ...validRepository(owner(object)),
    ...given(object.spec.server, (server) => validServer(server, server.namespace, object.spec.mode === 'ReadOnly')),
    ...validAllowed(object.spec.allowedNamespaces),
  ],
  admission: (change) => repositoryAdmission(change, owner),
  warnings: ({ object, old }) => [
    ...repositoryWarnings(owner(object)),
    ...identityWarning(owner(object), old && owner(old)),
    ...secretWarning(object),
    ...repositoryNotServed(object.spec),
  ],
}

const owner = ({ metadata, spec }: ClusterRepository): Owner => ({
  kind: 'ClusterRepository',
  name: metadata.name,
  spec,
})

const ALLOWED = 'spec.allowedNamespaces'

const validAllowed = (allowed: ClusterRepository['spec']['allowedNamespaces']): Problems =>
  allowedNamespaces.match(allowed, {
    all: (all) => refuseIf(!all, `${ALLOWED}.all`, 'must be true: name no namespace by list: []'),
    list: (names) => each(names, `${ALLOWED}.list`, (name, path) => refuseIf(isBlank(name), path, 'must not be empty')),
    selector: (selector) => validSelector(selector, `${ALLOWED}.selector`),
  })

const secretWarning = ({ spec }: ClusterRepository): ReadonlyArray<string> =>
  spec.encryption.passwordSecretRef.namespace === undefined
    ? [
        "spec.encryption.passwordSecretRef.namespace: is not set, so the Secret is looked for in the service's own namespace",
      ]
    : []
