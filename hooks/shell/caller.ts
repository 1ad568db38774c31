import { createHash, timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler } from 'express'

/** Whether a call with this Authorization header is Metacontroller's. */
export type Caller = (authorization: string | undefined) => boolean

const READ_AGAIN_MS = 5_000

/**
 * Takes calls that show one of the tokens in the files of a folder, as of a mounted Secret: several while one is being
 * replaced. A folder that is empty or cannot be read lets nobody in. `now` is in milliseconds.
 */
export const callerWithToken = (folder: string, now: () => number): Caller => {
  let known: { readonly tokens: ReadonlyArray<Buffer>; readonly at: number } | undefined
  return (authorization) => {
    const at = now()
    if (known === undefined || at >= known.at + READ_AGAIN_MS) known = { tokens: tokensIn(folder), at }
    const shown = digest(/^bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '')
    return known.tokens.some((token) => timingSafeEqual(token, shown))
  }
}

const tokensIn = (folder: string): ReadonlyArray<Buffer> => {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('..'))
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
      .filter((token) => token !== '')
      .map(digest)
  } catch {
    return []
  }
}

/** Equally long for every token, as the comparison asks for. */
const digest = (token: string): Buffer => createHash('sha256').update(token.trim()).digest()

/** Sends everybody else away, before their body is read. */
export const onlyFrom =
  (caller: Caller): RequestHandler =>
  (request, response, next) => {
    if (caller(request.headers.authorization)) return next()
    response.status(401).json({ error: 'the call shows no token that this service knows (KOPIUR_HOOK_TOKENS)' })
  }
