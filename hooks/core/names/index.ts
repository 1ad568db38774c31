/** Names and hashes that outlive releases: the same input gives the same name for ever. */
export { fnv1a64, longHash, shortHash, utf8 } from './fnv1a64'
export { capName, LABEL_LIMIT } from './cap-name'
export { repositoryKey, repositoryLabel, type RepositoryRef } from './repository-ref'
