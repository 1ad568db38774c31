import { storedProblems } from '../../api/validation'
import { readyTriple, type ConditionUpdate } from '../core/conditions'
import type { Settings } from '../settings'
import type { Observed } from './observed'

/** Conditions of a repository that is not acted on: another installation's, or one whose spec cannot be meant. */
export const notActedOn = (
  observed: Observed,
  settings: Pick<Settings, 'onlyNamespace'>,
): ReadonlyArray<ConditionUpdate> | undefined => outOfScope(observed, settings) ?? invalid(observed)

const outOfScope = (
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

const invalid = ({ repository }: Observed): ReadonlyArray<ConditionUpdate> | undefined => {
  const problems = storedProblems(repository.kind)(repository)
  return problems.length === 0
    ? undefined
    : readyTriple('Stalled', 'InvalidSpec', problems.map(({ field, message }) => `${field}: ${message}`).join('; '))
}
