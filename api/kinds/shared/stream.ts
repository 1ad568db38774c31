import { array, boundedString, duration, nullable, object, string, withDefault, type TypeOf } from '../../schema'
import { labelSelector } from './label-selector'

/** A command in exactly one running Pod whose output or input is the data. */
export const streamExec = object(
  { command: array(string, { minItems: 1 }), podSelector: labelSelector },
  { container: nullable(string), timeout: nullable(withDefault(duration, '1h')) },
)
export type StreamExec = TypeOf<typeof streamExec>

export const streamSource = object({
  fileName: boundedString({ minLength: 1, maxLength: 255 }),
  workloadExec: streamExec,
})
export type StreamSource = TypeOf<typeof streamSource>

export const streamTarget = object({ fileName: string, workloadExec: streamExec })
export type StreamTarget = TypeOf<typeof streamTarget>
