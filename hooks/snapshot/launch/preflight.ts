import { evaluatePreflight } from '../../../api/cel'
import { durationSeconds } from '../../../api/grammar'
import { maintenance, type Maintenance } from '../../../api/kinds/maintenance'
import type { Preflight } from '../../../api/kinds/shared/policy/preflight'
import { API_VERSION } from '../../../api/names/group'
import { repositoryKey, type RepositoryRef } from '../../core/names'
import { resolveRepositoryRef, type AnyRepository } from '../../core/repository'
import { chain, end, go, listStep, type Step } from '../../core/step'
import { formatInstant, parseInstant } from '../../core/time/instant'
import type { Need } from '../../need'
import type { Settings } from '../../settings'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { refuse, waitFor } from '../waiting'
import type { PolicyPlace } from './policy-of'
import { preflightVariables } from './preflight-variables'
import type { RepositoryPlace } from './repository-of'

const DEFAULT_TIMEOUT_SECONDS = 600
const RETRY_SECONDS = 30

/** Holds the run until every check of the policy is true; the clock runs from the first that was not. */
export const preflightPasses = (scene: Scene, { policy }: PolicyPlace, place: RepositoryPlace): Step<true, Move> => {
  const { preflight } = policy.spec
  const checks = preflight?.checks ?? []
  if (preflight === undefined || checks.length === 0) return go(true)
  const namespace = maintenanceNamespace(place, scene.settings)
  return chain(listStep(maintenance, scene.reads, maintenancesNeed(namespace)), (listed) => {
    const all = listed._tag === 'Listed' ? listed.items : []
    const variables = preflightVariables(place.repository, all.filter(isOf(place.ref, namespace)), scene.now)
    const failed = checks.flatMap(({ name, expr, message }) => {
      const result = evaluatePreflight(expr, variables)
      return result._tag === 'Right' && result.right
        ? []
        : [result._tag === 'Left' ? broken(name, result.left) : unmet(name, message)]
    })
    return failed[0] === undefined ? go(true) : end(held(scene, preflight, failed[0]))
  })
}

const unmet = (name: string, message: string | undefined): string =>
  `Preflight check ${name} is not met${message === undefined ? '' : `: ${message}`}`

const broken = (name: string, why: string): string =>
  `Preflight check ${name} cannot be evaluated: ${why}. Fix spec.preflight.checks of the policy`

const held = (scene: Scene, preflight: Preflight, problem: string): Move => {
  const timeout = timeoutSeconds(preflight)
  const since = parseInstant(scene.snapshot.status?.preflightSince ?? '')
  const start = since._tag === 'Some' ? since.value : scene.now
  const left = timeout - Math.floor((scene.now - start) / 1000)
  return timeout > 0 && left <= 0
    ? refuse(
        { reason: 'PreflightFailed', message: `${problem}; it was not for ${timeout} s.`, action: 'CheckPreflight' },
        scene.now,
      )
    : waitFor(
        {
          reason: 'PreflightFailed',
          message: `${problem}.`,
          status: { preflightSince: formatInstant(start) },
        },
        timeout > 0 ? Math.min(RETRY_SECONDS, left) : RETRY_SECONDS,
      )
}

const timeoutSeconds = ({ timeout }: Preflight): number => {
  const parsed = timeout === undefined ? undefined : durationSeconds(timeout)
  return parsed?._tag === 'Some' ? parsed.value : DEFAULT_TIMEOUT_SECONDS
}

const maintenancesNeed = (namespace: string): Need => ({
  _tag: 'List',
  apiVersion: API_VERSION,
  kind: 'Maintenance',
  namespace,
  labelSelector: {},
})

const maintenanceNamespace = (
  { ref, repository }: { readonly ref: RepositoryRef; readonly repository: AnyRepository },
  settings: Settings,
): string =>
  ref.kind === 'Repository' ? ref.namespace : (repository.spec.maintenance?.namespace ?? settings.operatorNamespace)

const isOf =
  (ref: RepositoryRef, namespace: string) =>
  ({ spec }: Maintenance): boolean =>
    repositoryKey(resolveRepositoryRef(spec.repository, namespace)) === repositoryKey(ref)
