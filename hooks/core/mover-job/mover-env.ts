import { MoverEnv } from '../../../api/mover/work-spec'
import { CACHE_MOUNT } from './cache-volume'
import type { Opaque } from './mover-layer'

/** Everything kopia writes goes below the cache mount: the root file system is read-only. */
export const moverEnv = (
  job: { readonly name: string; readonly namespace: string },
  workSpec: string,
): ReadonlyArray<Opaque> =>
  Object.entries({
    [MoverEnv.workSpec]: workSpec,
    [MoverEnv.jobName]: job.name,
    [MoverEnv.jobNamespace]: job.namespace,
    KOPIA_CACHE_DIRECTORY: `${CACHE_MOUNT}/cache`,
    KOPIA_CONFIG_PATH: `${CACHE_MOUNT}/repository.config`,
    KOPIA_LOG_DIR: `${CACHE_MOUNT}/logs`,
    HOME: CACHE_MOUNT,
    TMPDIR: CACHE_MOUNT,
    USER: 'kopiur',
  }).map(([name, value]) => ({ name, value }))
