import type { Instant } from '../core/time/instant'

/** What keeps a Restore from going on. Each is told with its cause and the next step, and asked again. */
export type Hold =
  | { readonly _tag: 'InvalidSpec'; readonly problems: ReadonlyArray<{ field: string; message: string }> }
  | { readonly _tag: 'NotSupported'; readonly field: string; readonly instead: string }
  | { readonly _tag: 'RestoreFactsMissing' }
  | { readonly _tag: 'OutOfScope'; readonly namespace: string }
  | { readonly _tag: 'NamespaceNotAllowed'; readonly repository: string; readonly namespace: string }
  | { readonly _tag: 'ReferentMissing'; readonly what: string; readonly forbidden?: string }
  | { readonly _tag: 'RepositoryNotReady'; readonly what: string; readonly phase: string }
  | { readonly _tag: 'WaitingForSnapshot'; readonly what: string; readonly until: Instant }
  | { readonly _tag: 'MissingCaBundle'; readonly message: string }
  | { readonly _tag: 'MissingCredentials'; readonly secret: string; readonly namespace: string; readonly from: string }
  | { readonly _tag: 'PrivilegedMover'; readonly what: string; readonly from: string; readonly namespace: string }
  | { readonly _tag: 'TargetMissing'; readonly claim: string }
  | { readonly _tag: 'TargetTerminating'; readonly claim: string }
  | { readonly _tag: 'TargetRefused'; readonly claim: string; readonly message: string }
  | { readonly _tag: 'TargetIsCache'; readonly claim: string }
  | { readonly _tag: 'CacheRefused'; readonly message: string }
  | { readonly _tag: 'TargetHeld'; readonly claim: string; readonly pod: string }
  | { readonly _tag: 'TargetInUse'; readonly claim: string; readonly pod: string }
  | { readonly _tag: 'TargetBeingRestored'; readonly claim: string; readonly by: string }
  | { readonly _tag: 'TargetUnclear'; readonly what: 'Pods' | 'Restores'; readonly message: string }
  | { readonly _tag: 'JobNameTaken'; readonly job: string; readonly owner: string }
  | { readonly _tag: 'WorkSpecTooLarge'; readonly bytes: number; readonly limit: number }
  | { readonly _tag: 'MoverEnding'; readonly pod: string; readonly claim: string }
  | { readonly _tag: 'MissingIdentity'; readonly why: string }
  | { readonly _tag: 'CopyRefused'; readonly why: string }
