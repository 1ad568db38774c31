import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MoverEnv, type Operation, type WorkSpec } from '../../api/mover/work-spec'

const PASSWORD = 'bench password'

/** Folders of one run. The repository is made before the clock starts. */
export type Place = { readonly folder: string; readonly repository: string; readonly remove: () => void }

export const kopia = execFileSync(process.execPath, ['scripts/kopia.mjs'], { encoding: 'utf8' }).trim()

export const cacheFlags = ['content', 'metadata'].flatMap((which) => [
  ...[`--${which}-cache-size-mb`, '512', `--${which}-cache-size-limit-mb`, '512'],
])

/** Environment and flags that the mover gives kopia too, so that only the mover itself makes the difference. */
export const plainEnvironment = (place: Place): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: place.folder,
  USER: 'bench',
  KOPIA_PASSWORD: PASSWORD,
  KOPIA_CONFIG_PATH: join(place.folder, 'plain/repository.config'),
  KOPIA_CACHE_DIRECTORY: join(place.folder, 'plain/cache'),
  KOPIA_CHECK_FOR_UPDATES: 'false',
  KOPIA_PERSIST_CREDENTIALS_ON_CONNECT: 'false',
  KOPIA_DISABLE_REPOSITORY_LOG: 'true',
})

export const plainFlags = ['--no-auto-maintenance', '--disable-file-logging', '--no-progress', '--log-level', 'error']

export const where = (place: Place) => [
  ...['filesystem', '--path', place.repository, '--override-hostname', 'bench', '--override-username', 'bench'],
  ...cacheFlags,
]

export const makePlace = (): Place => {
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-bench-'))
  const repository = join(folder, 'repository')
  for (const name of ['repository', 'work', 'report', 'plain']) mkdirSync(join(folder, name))
  const place = { folder, repository, remove: () => rmSync(folder, { recursive: true, force: true }) }
  const options = { env: plainEnvironment(place), stdio: 'ignore' as const }
  execFileSync(kopia, ['repository', 'create', ...where(place), ...plainFlags], options)
  rmSync(join(folder, 'plain'), { recursive: true })
  return place
}

/** Environment of a mover process that works in this place. */
export const moverEnvironment = (
  place: Place,
  source: string,
  operation: Operation,
  binary = kopia,
): NodeJS.ProcessEnv => {
  const spec: WorkSpec = {
    version: 1,
    target: { kind: 'Snapshot', name: 'bench', uid: 'bench' },
    repository: {
      storage: { filesystem: { path: '/repo' } },
      client: { username: 'bench', hostname: 'bench' },
      readOnly: false,
    },
    operation,
  }
  return {
    PATH: process.env['PATH'],
    [MoverEnv.workSpec]: JSON.stringify(spec),
    [MoverEnv.kopiaBinary]: binary,
    [MoverEnv.password]: PASSWORD,
    [MoverEnv.reportDirectory]: join(place.folder, 'report'),
    [MoverEnv.pathMap]: JSON.stringify({
      '/repo': place.repository,
      '/source': source,
      '/var/cache/kopia': join(place.folder, 'work'),
    }),
  }
}

export const snapshotOperation = (runUid: string): Operation => ({
  snapshot: {
    runUid,
    mountPath: '/source',
    identity: { username: 'bench', hostname: 'bench', sourcePath: '/data' },
    tags: { kopiur: 'config:bench' },
    policy: {},
  },
})
