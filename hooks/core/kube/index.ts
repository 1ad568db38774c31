/** Reads of needs as decoded kinds, and what the API server refused. */
export { claimRefusal } from './claim-refusal'
export { foundIn, readAs, type Read } from './read-as'
export { matchesSelector } from './label-selector'
export { listAs, type ListRead } from './list-as'
export { claimsNeed, hasSelector, isSelector, readClaims } from './selected-claims'
export { claimRef, SNAPSHOT_API, volumeRef, volumeSnapshotRef } from './refs'
export { claimPod, podEnded, podsOfNamespace, usesClaim, type ClaimPod } from './claim-pods'
