/** What consumers need of a repository: its reference, whether it serves, how movers reach it. */
export { isReadOnly, isReady, readRepository, type AnyRepository } from './any-repository'
export { credentialNeeds, credentialsOf, type CredentialPlace, type Credentials } from './available-credentials'
export { caBundleNeeds, caBundleOf, type CaBundle } from './ca-bundle'
export {
  backendSecret,
  credentialSecrets,
  keptSecrets,
  secretNeed,
  workloadIdentity,
  type KeptSecret,
} from './credentials'
export { homeNamespace } from './home-namespace'
export { isServing } from './is-serving'
export { repositoryAccess, repositoryLayer, type AccessOptions, type MoverAccess } from './repository-access'
export {
  describeRepository,
  repositoryNeed,
  repositoryObjectRef,
  resolveRepositoryRef,
  type WrittenRepositoryRef,
} from './repository-ref'
export { admitsNamespace, wantsNamespaceLabels } from './tenancy'
export { storageOf } from './storage'
