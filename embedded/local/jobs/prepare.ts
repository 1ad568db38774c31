import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { MoverEnv } from '../../../api/mover/work-spec'
import type { Store } from '../../api/store'
import { reportFolder, type Attempt } from './attempt-folder'
import type { JobRunnerOptions } from './job-runner-options'
import type { JobSpec } from './job-spec'
import { pathMap } from './path-map'
import { podEnvironment, type Blocked, type Lookup } from './pod-environment'

/** What lives as long as the attempt. */
export const scratch = ({ folder }: Attempt): string => join(folder, 'scratch')

/** The variables of the process, or why it cannot start yet. */
export const prepare = (
  options: JobRunnerOptions,
  job: KubeObject,
  spec: JobSpec,
  attempt: Attempt,
): E.Either<Blocked, { readonly [name: string]: string }> => {
  const [container] = spec.template.spec.containers
  if (container === undefined) return E.left('the Job has no container')
  const lookup = lookupIn(options.store, job.metadata.namespace ?? '')
  const variables = podEnvironment(container, job, lookup)
  if (E.isLeft(variables)) return variables
  const places = { scratch: scratch(attempt), lookup, claimFolder: options.claimFolder }
  const map = pathMap(container, spec.template.spec.volumes ?? [], places)
  if (E.isLeft(map)) return map
  return E.right({
    ...options.environment,
    ...variables.right,
    [MoverEnv.pathMap]: JSON.stringify(map.right),
    [MoverEnv.reportDirectory]: reportFolder(attempt),
  })
}

const lookupIn =
  (store: Store, namespace: string): Lookup =>
  (kind, name) => {
    const found = store.get({ apiVersion: 'v1', kind, namespace, name })
    return E.isRight(found) ? found.right : undefined
  }
