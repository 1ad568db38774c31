/** Under which name snapshots go: kopia's identity and path, the names of Snapshots, the members of a policy. */
export { componentFault, pathFault } from './identity-shape'
export { baseName, groupName, memberName, slotStamp } from './snapshot-name'
export { memberPath, sourcePath, type Claim } from './source-path'
export { resolveIdentity, type IdentityProblem, type PolicyIdentity } from './resolve-identity'
