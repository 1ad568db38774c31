import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'

/** The text of a manifest: UTF-8, or UTF-16 by its byte order mark, as PowerShell writes it. A failure is a message. */
export const decodeText = (bytes: Uint8Array): E.Either<string, string> =>
  pipe(
    E.tryCatch(
      () => new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes),
      () => 'is no text in UTF-8, nor in UTF-16 with a byte order mark',
    ),
    E.filterOrElse(
      (text) => !CONTROL.test(text),
      () => 'holds control characters, which no manifest may; UTF-16 needs its byte order mark',
    ),
  )

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** All but tab and ends of lines. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
