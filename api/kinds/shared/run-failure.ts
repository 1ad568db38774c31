import { boolean, int32, nullable, object, string, type TypeOf } from '../../schema'

/** Why a run failed, as the mover told it. */
export const runFailure = object(
  { kopiaErrorClass: string, message: string, retryRecommended: boolean },
  { exitCode: nullable(int32), op: nullable(string), stderrTail: nullable(string) },
)
export type RunFailure = TypeOf<typeof runFailure>
