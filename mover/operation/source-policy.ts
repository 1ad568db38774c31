import * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../../api/mover/outcome'
import type { SnapshotOperation } from '../../api/mover/work-spec'
import { definedPolicies, policyDocument, policyExport, policyImport } from '../kopia/policy'
import { must, run } from '../kopia/run'
import { sourceName } from '../kopia/snapshot-create'
import { samePolicy } from '../plan/same-policy'
import type { Session } from '../session'

type Stored = Readonly<Record<string, unknown>> | undefined

const parsed = (text: string, source: string): Stored => {
  try {
    const json: unknown = JSON.parse(text)
    return definedPolicies.is(json) ? json[source] : undefined
  } catch {
    return undefined
  }
}

/** The policy that kopia has for this source. A failure reads as none: writing it will say what is wrong. */
const read = (session: Session, operation: SnapshotOperation) => async (): Promise<Stored> => {
  const source = sourceName(operation.identity)
  const { output } = await run(session)(policyExport(source))
  return parsed(output, source)
}

/** Writes the policy unless kopia already has exactly this one. Retention of kopia is off in it. */
const write = (session: Session, operation: SnapshotOperation, stored: Stored): TE.TaskEither<Failure, unknown> => {
  const wanted = policyDocument(operation.policy)
  return samePolicy(wanted, stored)
    ? TE.right(undefined)
    : must(session)(policyImport(sourceName(operation.identity), wanted))
}

export const ensurePolicy = { read, write }
