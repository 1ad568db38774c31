import { refuseIf, type Problems } from '../problem'

const UNFIT = /[@:\s\u0000-\u001f\u007f]/
const CONTROL = /[\u0000-\u001f\u007f]/

/** kopia's user or host name. */
export const validIdentityPart = (part: string | undefined, field: string): Problems =>
  part === undefined
    ? []
    : [
        ...refuseIf(part === '', field, 'must not be empty: leave it out to use the default'),
        ...refuseIf(UNFIT.test(part), field, 'must not hold @, colon, white space or control characters'),
        ...refuseIf(new TextEncoder().encode(part).length > 253, field, 'must be at most 253 bytes'),
      ]

/** kopia's path of a source. */
export const validSourcePath = (path: string | undefined, field: string): Problems =>
  refuseIf(
    path !== undefined && (path === '' || CONTROL.test(path)),
    field,
    'must not be empty and must not hold control characters',
  )
