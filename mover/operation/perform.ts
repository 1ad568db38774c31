import type { TaskEither } from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { Session } from '../session'
import { bootstrap } from './bootstrap'
import { deleteBatch } from './delete-batch'
import { maintenance } from './maintenance'
import { pin } from './pin'
import { restore } from './restore'
import { snapshot } from './snapshot'

/** Does what the work order says. */
export const perform = (session: Session): TaskEither<Failure, Result> => {
  const { operation } = session.spec
  if ('bootstrap' in operation) return bootstrap(session, operation.bootstrap)
  if ('snapshot' in operation) return snapshot(session, operation.snapshot)
  if ('restore' in operation) return restore(session, operation.restore)
  if ('maintenance' in operation) return maintenance(session, operation.maintenance)
  if ('deleteBatch' in operation) return deleteBatch(session, operation.deleteBatch)
  return pin(session, operation.pin)
}
