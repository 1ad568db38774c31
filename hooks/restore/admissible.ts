import * as E from 'fp-ts/Either'
import type { Restore } from '../../api/kinds/restore'
import { storedProblems } from '../../api/validation'
import type { Circumstances } from '../hook'
import type { Hold } from './hold'
import { namespaceOf } from './names'
import { isLabelledOver } from './phase'
import { wait, type Step } from './walk'

/**
 * Scope of the service, the word that it is over, and the rules of the spec, asked again here: not every object passed the
 * webhook.
 */
export const admissible = (restore: Restore, { settings }: Circumstances): Step<void> => {
  const { onlyNamespace } = settings
  if (onlyNamespace !== undefined && onlyNamespace !== namespaceOf(restore))
    return wait({ _tag: 'OutOfScope', namespace: onlyNamespace })
  if (isLabelledOver(restore)) return wait({ _tag: 'RestoreFactsMissing' })
  const problems = storedProblems('Restore')({ ...restore })
  if (problems.length > 0) return wait({ _tag: 'InvalidSpec', problems })
  return 'streamExec' in restore.spec.target ? wait(NO_STREAM) : E.right(undefined)
}

const NO_STREAM: Hold = {
  _tag: 'NotSupported',
  field: 'spec.target.streamExec',
  instead: 'restore into a claim and load the file from there',
}
