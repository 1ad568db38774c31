import fc from 'fast-check'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { KubeClient } from '../../api/kubernetes/client'
import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { API_VERSION } from '../../api/names/group'
import { formatInstant } from '../../hooks/core/time/instant'
import type { Controller, Decision } from '../../hooks/hook'
import type { ReadOutcome } from '../../hooks/need'
import { broken, type Body } from './broken/break'
import { staleClient } from './broken/stale-client'
import { script, type Script, type Step } from './world/action'
import { product } from './world/product'
import { runWorld } from './world/run-world'
import { APPS, type WorldOptions } from './world/world'

jest.setTimeout(180_000)

/** Worlds that are tried until a fault shows. */
const WORLDS = 60

const random = fc.sample(script, { numRuns: WORLDS, seed: 20_260_301 })

/** A quiet world in which one thing after the other happens, seconds apart. */
const story = (...steps: ReadonlyArray<Step>): Script => ({
  seed: 5,
  setting: {
    every: { first: 5, second: 7 },
    retention: { keepLatest: 1 },
    concurrencyPolicy: 'Allow',
    onPolicyDelete: 'Retain',
    onScheduleDelete: 'Retain',
    onNamespaceDelete: 'Orphan',
    threshold: 3,
  },
  steps,
})

const day = story({ after: 1_500, action: { _tag: 'ApiTrouble', share: 0 } })

/** The first world in which the fault shows, and to whom. */
const findFault = async (
  options: Omit<WorldOptions, 'seed'>,
  worlds: ReadonlyArray<Script>,
  oracle: RegExp,
): Promise<string> => {
  for (const world of worlds) {
    const violations = await runWorld(world, { ...options, endAt: oracle })
    const found = violations.find((violation) => oracle.test(violation.oracle))
    if (found !== undefined) return found.oracle
  }
  return 'nobody noticed'
}

const policy = (fault: Parameters<typeof broken>[2]): ReadonlyArray<Controller> =>
  broken(product, 'snapshot-policy', fault)

const onSnapshots =
  (change: (child: Decision['children'][number]) => ReadonlyArray<Decision['children'][number]>) =>
  (decision: Decision): Decision => ({
    ...decision,
    children: decision.children.flatMap((child) => (child.object.kind === 'Snapshot' ? change(child) : [child])),
  })

test('minting twice is caught', async () => {
  const twice = policy({
    decision: onSnapshots((child) =>
      child._tag === 'create'
        ? [child, { ...child, object: renamed(child.object, `${child.object.metadata.name}-again`) }]
        : [child],
    ),
  })
  expect(await findFault({ controllers: twice }, [day], /invariant 1/)).toMatch('exactly one Snapshot')
})

test('minting nothing is caught', async () => {
  const never = policy({ decision: onSnapshots((child) => (child._tag === 'create' ? [] : [child])) })
  expect(await findFault({ controllers: never }, [day], /invariant 1/)).toMatch('exactly one Snapshot')
})

test('dropping an observed child is caught', async () => {
  const drops = policy({
    decision: onSnapshots((child) =>
      child._tag === 'keep' ? [{ _tag: 'drop', object: child.object, reason: 'broken' }] : [child],
    ),
  })
  expect(await findFault({ controllers: drops }, [day], /invariant 8: only/)).toMatch('stamped')
})

test('listing a vanished Snapshot again is caught', async () => {
  const made = new Map<string, KubeObject>()
  const again = policy({
    decision: (decision) => {
      for (const { _tag, object } of decision.children)
        if (_tag === 'create' && object.kind === 'Snapshot') made.set(object.metadata.name, object)
      const listed = new Set(decision.children.map(({ object }) => object.metadata.name))
      const lost = [...made.values()].filter(({ metadata }) => !listed.has(metadata.name))
      return {
        ...decision,
        children: [
          ...decision.children,
          ...lost.map((object) => ({ _tag: 'create' as const, object, reason: 'broken' })),
        ].filter(({ object }) => object.metadata.name.startsWith('first') || !made.has(object.metadata.name)),
      }
    },
  })
  const worlds = [
    story(
      { after: 400, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Background' } },
      { after: 200, action: { _tag: 'ApiTrouble', share: 0 } },
    ),
  ]
  expect(await findFault({ controllers: again }, worlds, /invariant 1/)).toMatch('exactly one Snapshot')
})

test('listing a vanished Job again is caught', async () => {
  const made = new Map<string, KubeObject>()
  const again = broken(product, 'snapshot', {
    decision: (decision, body) => {
      const uid = uidOf(body)
      for (const { _tag, object } of decision.children) if (_tag === 'create') made.set(uid, object)
      const job = made.get(uid)
      const listed = decision.children.some(({ object }) => object.metadata.name === job?.metadata.name)
      return job === undefined || listed
        ? decision
        : { ...decision, children: [...decision.children, { _tag: 'create', object: job, reason: 'broken' }] }
    },
  })
  expect(await findFault({ controllers: again }, [day], /invariant 5/)).toMatch('never runs again')
})

test('dropping a finished Job before its outcome is on record is caught', async () => {
  const hasty = broken(product, 'restore', {
    decision: (decision) => ({
      ...decision,
      children: decision.children.map((child) =>
        child._tag === 'keep' && isOver(child.object)
          ? { _tag: 'drop', object: child.object, reason: 'broken' }
          : child,
      ),
    }),
  })
  const worlds = [
    story(
      { after: 400, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } },
      { after: 120, action: { _tag: 'ApiTrouble', share: 0 } },
    ),
  ]
  expect(await findFault({ controllers: hasty }, worlds, /invariant 5/)).toMatch('only after its outcome')
})

test('deleting on a missing fact is caught', async () => {
  const credulous = broken(product, 'snapshot', {
    circumstances: (circumstances, body) => ({
      ...circumstances,
      reads: new Map([...circumstances.reads].map(alive(body))),
    }),
  })
  const worlds = [
    story(
      { after: 400, action: { _tag: 'DeleteSchedule', policy: 'first', propagation: 'Background' } },
      { after: 10, action: { _tag: 'DeleteSnapshot', pick: 0, propagation: 'Background' } },
      { after: 60, action: { _tag: 'DeletePolicy', policy: 'first', propagation: 'Background' } },
    ),
    ...random,
  ]
  expect(await findFault({ controllers: credulous }, worlds, /invariant 2/)).toMatch('kopia data')
})

test('believing a stale read is caught', async () => {
  const hooksClient = staleClient(90_000)
  expect(await findFault({ controllers: product, hooksClient }, random, /invariant [1258]/)).not.toBe('nobody noticed')
})

test('dropping a Snapshot that was pinned after its stamp is caught', async () => {
  const blind = policy({
    body: (body) => unpinned(body) as Body,
    circumstances: (circumstances) => ({
      ...circumstances,
      reads: new Map([...circumstances.reads].map(([key, outcome]) => [key, unpinned(outcome) as ReadOutcome])),
    }),
  })
  const worlds = [
    story({ after: 500, action: { _tag: 'PinStamped' } }, { after: 600, action: { _tag: 'ApiTrouble', share: 0 } }),
  ]
  expect(await findFault({ controllers: blind }, worlds, /invariant 8: only/)).toMatch('not pinned')
  expect(await findFault({ controllers: product }, worlds, /./)).toBe('nobody noticed')
})

test('owning a restored volume is caught', async () => {
  const owning = broken(product, 'restore', {
    decision: (decision, body) => ({
      ...decision,
      effects: decision.effects.map((effect) =>
        effect._tag === 'CreateClaim' ? { ...effect, claim: owned(effect.claim, body) } : effect,
      ),
    }),
  })
  const worlds = [
    story(
      { after: 400, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } },
      { after: 120, action: { _tag: 'DeleteRestore', pick: 0, propagation: 'Foreground' } },
    ),
  ]
  expect(await findFault({ controllers: owning }, worlds, /invariant 4/)).toMatch('outlives its Restore')
})

test('deleting a prime instead of handing its volume over is caught', async () => {
  const worlds = [
    story(
      { after: 400, action: { _tag: 'Populate', name: 0 } },
      { after: 180, action: { _tag: 'ApiTrouble', share: 0 } },
    ),
  ]
  const hooksClient = primesGo
  expect(await findFault({ controllers: product, hooksClient }, worlds, /invariant 4/)).toMatch('restored data')
  expect(await findFault({ controllers: product }, worlds, /./)).toBe('nobody noticed')
})

test('deleting while the breaker holds is caught', async () => {
  const reckless = broken(product, 'repository', {
    body: (body) => unprotected(body) as Body,
    circumstances: (circumstances) => ({
      ...circumstances,
      reads: new Map([...circumstances.reads].map(([key, outcome]) => [key, unprotected(outcome) as ReadOutcome])),
    }),
  })
  const kept = story(
    ...Array.from({ length: 4 }, (): Step => ({ after: 90, action: { _tag: 'CreateSnapshot', policy: 'second' } })),
    { after: 120, action: { _tag: 'DeleteSnapshots', count: 6 } },
  )
  const worlds = [{ ...kept, setting: { ...kept.setting, retention: { keepLatest: 10 } } }]
  expect(await findFault({ controllers: reckless }, worlds, /breaker/)).toMatch('breaker')
  expect(await findFault({ controllers: product }, worlds, /./)).toBe('nobody noticed')
})

test('a status that never rests is caught', async () => {
  const ticks = { now: 1_772_323_200_000 }
  const ticking = broken(product, 'restore', {
    decision: (decision) => {
      ticks.now += 1_000
      return {
        ...decision,
        status: { ...decision.status, waitStartedAt: formatInstant(ticks.now) },
        resyncAfterSeconds: 60,
      }
    },
  })
  const worlds = [story({ after: 30, action: { _tag: 'RestorePolicy', policy: 'first', name: 0, wait: false } })]
  expect(await findFault({ controllers: ticking }, worlds, /hot loop/)).toMatch('hot loop')
})

/** Takes the hand-over of a volume for the moment at which its prime is spent. */
const primesGo = (client: KubeClient): KubeClient => ({
  ...client,
  patch: (ref, patch) => {
    const uid = /"claimRef":.*"uid":"([^"]+)"/.exec(JSON.stringify(patch.body))?.[1]
    return ref.kind !== 'PersistentVolume' || uid === undefined
      ? client.patch(ref, patch)
      : pipe(
          client.remove({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: APPS, name: `prime-${uid}` }),
          TE.chain(() => client.get(ref)),
        )
  },
})

const renamed = (object: KubeObject, name: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, name },
})

const uidOf = (body: Body): string => (body['parent'] as KubeObject).metadata.uid ?? ''

const isOver = ({ status }: KubeObject): boolean => JSON.stringify(status ?? {}).includes('"Complete"')

/** An owner that is not found counts as alive: the fault of taking a missing fact for a good one. */
const alive =
  (body: Body) =>
  ([key, outcome]: [string, ReadOutcome]): [string, ReadOutcome] => {
    const [, apiVersion = '', kind = '', namespace = '', name = ''] = key.split(' ')
    const uid = (body['parent'] as KubeObject).metadata.annotations?.[OWNER_UIDS[kind] ?? '']
    return outcome._tag !== 'Missing' || uid === undefined
      ? [key, outcome]
      : [key, { _tag: 'Found', object: { apiVersion, kind, metadata: { namespace, name, uid } } }]
  }

const OWNER_UIDS: { readonly [kind: string]: string } = {
  SnapshotPolicy: Annotation.policyUid,
  SnapshotSchedule: Annotation.scheduleUid,
}

/** Every object in a value changed, however deep it lies. */
const changed = (value: unknown, change: (object: KubeObject) => KubeObject): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner) => changed(inner, change))
  const fields = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, change)]))
  return kubeObject.is(fields) ? change(fields) : fields
}

const withSpec = (object: KubeObject, spec: object): KubeObject => ({
  ...object,
  spec: { ...(object['spec'] as object), ...spec },
})

const unpinned = (value: unknown): unknown =>
  changed(value, (object) =>
    object.kind === 'Snapshot' && object.metadata.annotations?.[Annotation.prunedBy] !== undefined
      ? withSpec(object, { pin: false })
      : object,
  )

const unprotected = (value: unknown): unknown =>
  changed(value, (object) =>
    object.kind === 'Repository' ? withSpec(object, { deletionProtection: { threshold: 0 } }) : object,
  )

const owned = (claim: KubeObject, body: Body): KubeObject => {
  const { metadata } = body['parent'] as KubeObject
  return {
    ...claim,
    metadata: {
      ...claim.metadata,
      ownerReferences: [
        { apiVersion: API_VERSION, kind: 'Restore', name: metadata.name, uid: metadata.uid ?? '', controller: true },
      ],
    },
  }
}
