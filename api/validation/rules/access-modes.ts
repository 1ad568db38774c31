import { accessMode } from '../../kinds/shared/access-mode'
import { refuseIf, type Problems } from '../problem'

const KNOWN: ReadonlyArray<string> = accessMode.openApi.enum ?? []

export const validAccessModes = (modes: ReadonlyArray<string>, path: string): Problems => [
  ...modes.flatMap((mode, index) => [
    ...refuseIf(
      !KNOWN.includes(mode),
      `${path}[${index}]`,
      `must be one of ${KNOWN.join(', ')}, not ${JSON.stringify(mode)}`,
    ),
    ...refuseIf(modes.indexOf(mode) !== index, `${path}[${index}]`, `${mode} is named twice`),
  ]),
  ...refuseIf(
    modes.length > 1 && modes.includes('ReadWriteOncePod'),
    path,
    'ReadWriteOncePod must be the only access mode',
  ),
]
