import {
  array,
  boolean,
  described,
  duration,
  keepingUnknown,
  nullable,
  object,
  string,
  union,
  type TypeOf,
} from '../../schema'
import { labelSelector } from './label-selector'

const outcome = { continueOnFailure: boolean, timeout: nullable(duration) }

/** One step run before or after a snapshot. */
export const hookAction = union({
  httpRequest: object(
    { url: string },
    {
      ...outcome,
      body: nullable(string),
      headers: described('a list of name and value pairs', array(object({ name: string, value: string }))),
      method: nullable(string),
    },
  ),
  runJob: object({ jobSpec: keepingUnknown(object({})) }, outcome),
  workloadExec: object(
    { podSelector: labelSelector },
    { ...outcome, command: array(string), container: nullable(string) },
  ),
})
export type HookAction = TypeOf<typeof hookAction>
