import * as E from 'fp-ts/Either'
import type { Restore } from '../../api/kinds/restore'
import type { Circumstances } from '../hook'
import { namespaceOf } from './names'
import { wait, type Step } from './walk'

/** Scope of the service and the rules of the spec, asked again here: not every object passed the webhook. */
export const admissible = (restore: Restore, { settings }: Circumstances): Step<void> => {
  const namespace = namespaceOf(restore)
  if (settings.onlyNamespace !== undefined && settings.onlyNamespace !== namespace)
    return wait({ _tag: 'OutOfScope', namespace: settings.onlyNamespace })
  return E.right(undefined)
}
