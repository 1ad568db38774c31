/** Manifests as users keep them: files, folders, YAML streams, lists. */
export { identify, type Identity } from './identify'
export { parseManifest, type ManifestDocument } from './parse'
export { readFiles, type ManifestFile } from './read-files'
