/** Reads of needs as decoded kinds, and what the API server refused. */
export { claimRefusal } from './claim-refusal'
export { foundIn, readAs, type Read } from './read-as'
export { matchesSelector } from './label-selector'
export { listAs, type ListRead } from './list-as'
export { isSource } from './source-claim'
export { claimPod, podEnded, podsOfNamespace, usesClaim, type ClaimPod } from './claim-pods'
