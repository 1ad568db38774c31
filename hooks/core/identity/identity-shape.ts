const LIMIT = 253
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f]/
const CONTROL = /[\u0000-\u001f\u007f]/

/** Why a text cannot be kopia's user or host name; nothing when it can. */
export const componentFault = (text: string): string | undefined =>
  text === ''
    ? 'is empty'
    : new TextEncoder().encode(text).length > LIMIT
      ? `is longer than ${LIMIT} bytes`
      : /[@:]/.test(text)
        ? 'contains "@" or ":"'
        : CONTROL_OR_SPACE.test(text)
          ? 'contains white space or a control character'
          : undefined

/** Why a text cannot be a source path; nothing when it can. */
export const pathFault = (text: string): string | undefined =>
  text === '' ? 'is empty' : CONTROL.test(text) ? 'contains a control character' : undefined
