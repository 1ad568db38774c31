import { readyTriple, type ConditionUpdate } from '../core/conditions'
import type { Settings } from '../settings'
import type { Observed } from './observed'

/** Conditions of a repository that this installation does not act on. */
export const scopeProblem = (
  { ref }: Observed,
  { onlyNamespace }: Pick<Settings, 'onlyNamespace'>,
): ReadonlyArray<ConditionUpdate> | undefined =>
  onlyNamespace === undefined || (ref.kind === 'Repository' && ref.namespace === onlyNamespace)
    ? undefined
    : readyTriple(
        'Stalled',
        'OutOfScope',
        ref.kind === 'Repository'
          ? `This installation acts on namespace ${onlyNamespace} only.`
          : `This installation acts on namespace ${onlyNamespace} only; a ClusterRepository needs one of cluster scope.`,
      )
