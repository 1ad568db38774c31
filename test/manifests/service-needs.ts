import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '../../api/kinds'
import { API_VERSION } from '../../api/names/group'
import type { Effect } from '../../hooks/effect'
import { OBSERVED_KINDS } from '../../hooks/observed'
import { resourceOf } from '../../hooks/shell/kube/resource'
import { findCases, readExpected, readGiven } from '../hooks/case-runner/case'
import { controllerFiles } from './product'
import { right, type Right } from './right'

const cases = findCases(join(process.cwd(), 'test/hooks'))

const ofKind = (apiVersion: string, kind: string, verb: string): Right =>
  right(apiVersion, resourceOf(apiVersion, kind)?.plural ?? `unknown kind ${kind}`, verb)

/** Reads that the cases of these hooks show. */
const shownReads = (hooks: ReadonlyArray<string>): ReadonlyArray<Right> =>
  cases
    .filter(({ controller }) => hooks.includes(controller))
    .flatMap((one) => readGiven(one).reads ?? [])
    .map(({ need }) =>
      need._tag === 'Get'
        ? ofKind(need.ref.apiVersion, need.ref.kind, 'get')
        : ofKind(need.apiVersion, need.kind, 'list'),
    )

/** Reads of hooks that no case shows: where in hooks/ they are. */
export const FURTHER_READS: ReadonlyArray<readonly [right: Right, where: string]> = [
  [ofKind('v1', 'PersistentVolume', 'get'), 'snapshot/launch/colocation.ts'],
  [ofKind('v1', 'ConfigMap', 'get'), 'core/repository/ca-bundle.ts'],
  [ofKind('v1', 'ServiceAccount', 'get'), 'core/repository/available-credentials.ts'],
  [ofKind('v1', 'Namespace', 'list'), 'repository/allowed-namespaces.ts'],
  [ofKind('batch/v1', 'Job', 'list'), 'repository/deletion/views.ts'],
  [ofKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'get'), 'snapshot/deletion/stage-gone.ts'],
]

/** The webhook may look at any object of the product, at labels of namespaces and at all policies. */
const admissionReads: ReadonlyArray<Right> = [
  ...Object.values(kinds).map(({ kind }) => ofKind(API_VERSION, kind, 'get')),
  ofKind('v1', 'Namespace', 'get'),
  ofKind(API_VERSION, 'SnapshotPolicy', 'list'),
]

/** A controller that nobody calls is silent only if there are parents: they are listed then. */
const silenceReads = (): ReadonlyArray<Right> =>
  controllerFiles.flatMap(({ parents }) =>
    parents.map(({ apiVersion, resource }) => right(apiVersion, resource, 'list')),
  )

/** Metrics tell of objects that are listed once and then watched. */
const metricReads: ReadonlyArray<Right> = OBSERVED_KINDS.flatMap((kind) =>
  ['list', 'watch'].map((verb) => ofKind(API_VERSION, kind, verb)),
)

/** Objects that hooks annotate. */
const ANNOTATED = ['ClusterRepository', 'Maintenance', 'Repository', 'Snapshot']

const secrets = (...verbs: ReadonlyArray<string>) => verbs.map((verb) => ofKind('v1', 'Secret', verb))
const claims = (verb: string) => ofKind('v1', 'PersistentVolumeClaim', verb)

/** What the API must allow for each effect. */
const EFFECT_RIGHTS: { readonly [tag in Effect['_tag']]: ReadonlyArray<Right> } = {
  EmitEvent: [ofKind('events.k8s.io/v1', 'Event', 'create')],
  CreateClaim: [claims('create')],
  DeleteClaim: [claims('delete')],
  DeleteVolumeSnapshot: [ofKind('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'delete')],
  PatchVolume: [ofKind('v1', 'PersistentVolume', 'patch')],
  CreateSecret: secrets('create'),
  CopySecret: secrets('get', 'create', 'update'),
  DeleteSecret: secrets('delete'),
  Annotate: ANNOTATED.map((kind) => ofKind(API_VERSION, kind, 'patch')),
  Adopt: [ofKind(API_VERSION, 'Snapshot', 'patch'), right(API_VERSION, 'snapshotpolicies/finalizers', 'update')],
  RemoveFinalizers: ['get', 'patch'].map((verb) => ofKind(API_VERSION, 'Snapshot', verb)),
}

const hookSources = (): string =>
  readdirSync('hooks', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('shell/') && file !== 'effect.ts')
    .map((file) => readFileSync(join('hooks', file), 'utf8'))
    .join('\n')

const usedEffects = (): ReadonlyArray<Effect['_tag']> => {
  const sources = hookSources()
  return (Object.keys(EFFECT_RIGHTS) as Effect['_tag'][]).filter((tag) => sources.includes(`_tag: '${tag}'`))
}

/** Kinds that cases show being annotated; each must be in the table above. */
export const shownAnnotated = (): ReadonlyArray<string> =>
  cases
    .flatMap((one) => readExpected(one)?.effects ?? [])
    .flatMap((effect) => (effect._tag === 'Annotate' ? [effect.ref.kind] : []))

export const annotatedKinds: ReadonlyArray<string> = ANNOTATED

/** All that the service reads and writes on behalf of these hooks, admission, metrics and its own watch over the controllers. */
export const serviceNeeds = (hooks: ReadonlyArray<string>): ReadonlyArray<Right> => [
  ...shownReads(hooks),
  ...FURTHER_READS.map(([needed]) => needed),
  ...admissionReads,
  ...silenceReads(),
  ...metricReads,
  ...usedEffects().flatMap((tag) => EFFECT_RIGHTS[tag]),
]
