import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Effect } from '../../../hooks/effect'
import type { Need, ReadOutcome } from '../../../hooks/need'
import type { Settings } from '../../../hooks/settings'

export interface Given {
  readonly now: string
  readonly route: string
  readonly settings?: Partial<Settings>
  readonly reads?: ReadonlyArray<{ readonly need: Need; readonly outcome: ReadOutcome }>
  /** Writes of effects that the API refuses. */
  readonly refuses?: ReadonlyArray<{
    readonly verb: string
    readonly kind: string
    readonly code: number
    readonly message: string
  }>
  readonly request: Request
}

export interface Request {
  readonly parent?: unknown
  readonly object?: unknown
  readonly [field: string]: unknown
}

export interface Expected {
  readonly code: number
  readonly body: unknown
  readonly effects?: ReadonlyArray<Effect>
}

export interface Case {
  /** The sentence: the folder's name with blanks. */
  readonly name: string
  readonly controller: string
  readonly folder: string
}

/** Every `<controller>/cases/<sentence>/given.json` below `root`. */
export const findCases = (root: string): ReadonlyArray<Case> =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/given.json') && path.includes('/cases/'))
    .sort()
    .map((path) => {
      const folder = join(root, path, '..')
      const [controller = '', , sentence = ''] = relative(root, folder).split('/')
      return { controller, name: sentence.replaceAll('-', ' '), folder }
    })

export const readGiven = ({ folder }: Case): Given => JSON.parse(readFileSync(join(folder, 'given.json'), 'utf8'))

export const readExpected = ({ folder }: Case): Expected | undefined => {
  const path = join(folder, 'expected.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
