import type { StreamExec, StreamTarget } from '../../kinds/shared/stream'
import { isBlank, refuseIf, type Problems } from '../problem'
import { validDuration } from './duration'
import { narrowSelector } from './selector'

const CONTROL = /[\u0000-\u001f\u007f]/

/** A command whose standard input or output is one file of the snapshot. */
export const validStream = ({ fileName, workloadExec }: StreamTarget, path: string): Problems => [
  ...refuseIf(
    fileName === '' || fileName === '.' || fileName === '..' || /\//.test(fileName) || CONTROL.test(fileName),
    `${path}.fileName`,
    `${JSON.stringify(fileName)} must be one plain file name without / and control characters`,
  ),
  ...validExec(workloadExec, `${path}.workloadExec`),
]

const validExec = ({ command, podSelector, timeout }: StreamExec, path: string): Problems => [
  ...validCommand(command, `${path}.command`),
  ...narrowSelector(podSelector, `${path}.podSelector`),
  ...validDuration(timeout, `${path}.timeout`),
]

export const validCommand = (command: ReadonlyArray<string>, field: string): Problems =>
  refuseIf(command.every(isBlank), field, 'must name a program; it is run as it is, without a shell')
