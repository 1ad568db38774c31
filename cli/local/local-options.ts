import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import * as E from 'fp-ts/Either'
import { MoverEnv } from '../../api/mover/work-spec'
import type { LocalLog } from '../../embedded/local/local-log'
import type { LocalOptions } from '../../embedded/local/local-options'
import type { Parsed } from './options'
import { productRoot } from './product-root'

/** Variables of this process that a mover may need to reach its storage. */
const PASSED_ON = /^(PATH|LANG|LC_.*|TZ|TMPDIR|SSL_CERT_FILE|SSL_CERT_DIR|https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY)$/

export const localOptions = (folder: string, parsed: Parsed, log: LocalLog): E.Either<string, LocalOptions> => {
  const root = productRoot()
  const mover = process.env['KOPIUR_MOVER_PROGRAM'] ?? join(root, 'dist', 'mover.cjs')
  const kopia = process.env[MoverEnv.kopiaBinary] ?? onPath('kopia')
  if (!existsSync(mover)) return E.left(`the mover is missing at ${mover}: build it with npm run build`)
  if (kopia === undefined) return E.left(`kopia is not on the PATH: install it, or name it in ${MoverEnv.kopiaBinary}`)
  const passed = Object.entries(process.env).filter(
    (entry): entry is [string, string] => PASSED_ON.test(entry[0]) && entry[1] !== undefined,
  )
  return E.right({
    folder,
    root,
    mover: [process.execPath, mover],
    environment: { ...Object.fromEntries(passed), [MoverEnv.kopiaBinary]: kopia },
    log,
    ...numberFrom('journalBytes', 'KOPIUR_LOCAL_JOURNAL_BYTES'),
    ...numberFrom('backoffMs', 'KOPIUR_LOCAL_BACKOFF_MS'),
    ...numberFrom('maxRunning', 'KOPIUR_LOCAL_MAX_MOVERS'),
    report: ({ controller, hook, code, why, parent }) => {
      if (why !== undefined || parsed.flag('verbose'))
        log(`${parent?.kind}/${parent?.name}`, `${controller} ${hook}: ${code} ${why ?? ''}`)
    },
  })
}

/** Settings that hardly anybody needs. */
const numberFrom = (option: 'journalBytes' | 'backoffMs' | 'maxRunning', variable: string) => {
  const value = Number(process.env[variable])
  return Number.isInteger(value) && value > 0 ? { [option]: value } : {}
}

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable)

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
