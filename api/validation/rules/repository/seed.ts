import type { Backend } from '../../../kinds/shared/backend'
import type { Seed } from '../../../kinds/shared/repository/seed'
import { given, refuseIf, type Problems } from '../../problem'
import { validBackend } from '../backend'
import { validFailurePolicy } from '../failure-policy'
import { validThrottle } from '../mover-defaults'
import { allAtLeast } from '../number'
import { fitOnePod } from '../one-pod'
import { repositoryKey, validRepositoryRef } from '../reference'
import { secretsIn } from '../secret-namespace'
import { isBarePath, storageKey } from '../storage-key'
import type { Owner } from './owner'

const PATH = 'spec.seed'

export const validSeed = (seed: Seed, owner: Owner): Problems => [
  ...refuseIf(owner.spec.mode === 'ReadOnly', PATH, 'cannot be set while spec.mode is ReadOnly'),
  ...refuseIf(isBarePath(owner.spec.backend), 'spec.backend.filesystem.volume', BARE_PATH),
  ...('backend' in seed.from
    ? fromBackend(seed, seed.from.backend, owner)
    : fromRepository(seed, seed.from.repository, owner)),
  ...given(seed.failurePolicy, (policy) => validFailurePolicy(policy, `${PATH}.failurePolicy`)),
]

const BARE_PATH = 'is required with seed: a path without a volume holds nothing in the Pod that seeds'

const fromBackend = (seed: Seed, source: Backend, { kind, spec, namespace }: Owner): Problems => [
  ...validBackend(source, `${PATH}.from.backend`),
  ...refuseIf(isBarePath(source), `${PATH}.from.backend.filesystem.volume`, BARE_PATH),
  ...refuseIf(seed.migrate !== undefined, `${PATH}.migrate`, 'is for from.repository only: use sync'),
  ...refuseIf(
    seed.credentialProjection?.enabled === true,
    `${PATH}.credentialProjection.enabled`,
    'is for from.repository only',
  ),
  ...(['splitter', 'hash', 'encryption', 'ecc'] as const).flatMap((field) =>
    refuseIf(
      spec.create?.[field] !== undefined,
      `spec.create.${field}`,
      'cannot be set with seed.from.backend: the format comes with the copied blobs',
    ),
  ),
  ...refuseIf(
    storageKey(source) === storageKey(spec.backend),
    `${PATH}.from.backend`,
    'is the storage of this repository itself',
  ),
  ...fitOnePod(source, spec.backend, `${PATH}.from.backend`),
  ...(kind === 'Repository' && namespace === undefined ? [] : secretsIn(namespace, source, `${PATH}.from.backend`)),
  ...allAtLeast({ ...seed.sync }, 1, `${PATH}.sync`),
]

const fromRepository = (
  seed: Seed,
  source: Parameters<typeof repositoryKey>[0],
  { kind, name, namespace }: Owner,
): Problems => [
  ...validRepositoryRef(source, `${PATH}.from.repository`),
  ...refuseIf(
    kind === 'ClusterRepository' && source.kind !== 'ClusterRepository' && source.namespace === undefined,
    `${PATH}.from.repository.namespace`,
    'is required: a ClusterRepository has no namespace to look in',
  ),
  ...refuseIf(
    repositoryKey(source, namespace ?? '') ===
      repositoryKey({ kind, name, ...(namespace === undefined ? {} : { namespace }) }, ''),
    `${PATH}.from.repository`,
    'names this repository itself',
  ),
  ...refuseIf(seed.sync !== undefined, `${PATH}.sync`, 'is for from.backend only: use migrate'),
  ...allAtLeast({ parallel: seed.migrate?.parallel }, 1, `${PATH}.migrate`),
  ...given(seed.migrate?.throttle?.source, (limits) => validThrottle(limits, `${PATH}.migrate.throttle.source`)),
  ...given(seed.migrate?.throttle?.destination, (limits) =>
    validThrottle(limits, `${PATH}.migrate.throttle.destination`),
  ),
]
