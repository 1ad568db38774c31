import type { KubeObject } from '../../../../api/kubernetes/object'
import type { Decision } from '../../../../hooks/hook'
import type { GuardedCall } from '../../../../hooks/shell/guard/check'
import { guard } from '../../../../hooks/shell/guard/guard'
import { namesNotEmpty } from '../../../../hooks/shell/guard/names-not-empty'
import { decision, job, observed, policy, snapshot } from '../fixtures'

const call: GuardedCall = { type: 'composite', hook: 'sync', parent: policy, observed }

/** An answer as a hook with a defect could give it, past the compiler. */
const broken = (value: unknown): Decision => value as Decision
const spec = (changed: object): KubeObject => ({ ...snapshot, spec: { ...(snapshot['spec'] as object), ...changed } })

describe('a whole answer', () => {
  const kept: ReadonlyArray<[string, Decision, GuardedCall]> = [
    ['that keeps what is observed', decision(), call],
    [
      'that creates what is not observed',
      decision({ children: [...decision().children, { _tag: 'create', object: job('a'), reason: 'due' }] }),
      call,
    ],
    [
      'that drops what is observed',
      decision({ children: [{ _tag: 'drop', object: snapshot, reason: 'retention' }] }),
      call,
    ],
    [
      'that changes the cascade mode of a Snapshot',
      decision({ children: [{ _tag: 'keep', object: spec({ onScheduleDelete: 'Delete' }) }] }),
      call,
    ],
    [
      'that pins the repository of a Snapshot',
      decision({ children: [{ _tag: 'keep', object: spec({ repository: { name: 'nas' } }) }] }),
      call,
    ],
    ['with the longest resync', decision({ resyncAfterSeconds: 86_400 }), call],
    ['that finalizes', decision({ finalized: true }), { ...call, hook: 'finalize' }],
    [
      'of a decorator without status',
      broken({ children: decision().children, effects: [], labels: { a: null } }),
      { ...call, type: 'decorator' },
    ],
  ]
  test.each(kept)('%s leaves the service', (_name, answer, asked) => {
    expect(guard(asked, answer)).toEqual([])
  })
})

describe('a harmful answer is stopped', () => {
  const keep = decision().children
  const stopped: ReadonlyArray<[string, Decision, string, GuardedCall?]> = [
    ['a null child', broken({ ...decision(), children: [null] }), 'child 0 is no object'],
    ['an undefined child', broken({ ...decision(), children: [undefined] }), 'child 0 is no object'],
    [
      'a child whose object is null',
      broken({ ...decision(), children: [{ _tag: 'keep', object: null }] }),
      'child 0 is no object',
    ],
    [
      'a child without apiVersion',
      broken({ ...decision(), children: [{ _tag: 'create', object: { ...job('a'), apiVersion: '' } }] }),
      'lacks apiVersion',
    ],
    [
      'a child without name',
      broken({ ...decision(), children: [{ _tag: 'create', object: { ...job('a'), metadata: {} } }] }),
      'lacks apiVersion',
    ],
    [
      'generateName',
      broken({
        ...decision(),
        children: [{ _tag: 'create', object: { ...job('a'), metadata: { name: 'a', generateName: 'a-' } } }],
      }),
      'has generateName',
    ],
    [
      'an undeclared kind',
      decision({
        children: [...keep, { _tag: 'create', object: { ...job('a'), kind: 'Pod', apiVersion: 'v1' }, reason: '' }],
      }),
      'undeclared kind',
    ],
    ['one child twice', decision({ children: [...keep, ...keep] }), 'named twice'],
    [
      'one child twice, with and without its namespace',
      decision({ children: [...keep, { _tag: 'keep', object: { ...snapshot, metadata: { name: 'nightly' } } }] }),
      'named twice',
    ],
    [
      'a create of what is observed',
      decision({ children: [{ _tag: 'create', object: snapshot, reason: '' }] }),
      'is observed and cannot be created',
    ],
    [
      'a keep of what is not observed',
      decision({ children: [...keep, { _tag: 'keep', object: job('gone') }] }),
      'not observed and cannot be kept',
    ],
    [
      'a drop of what is not observed',
      decision({ children: [...keep, { _tag: 'drop', object: job('gone'), reason: '' }] }),
      'not observed and cannot be dropped',
    ],
    ['an observed child left out', decision({ children: [] }), 'neither kept nor dropped'],
    [
      'a Snapshot with a part of its spec',
      decision({ children: [{ _tag: 'keep', object: { ...snapshot, spec: { policyRef: { name: 'pg' } } } }] }),
      'observed spec',
    ],
    [
      'a Snapshot without spec',
      decision({ children: [{ _tag: 'keep', object: { ...snapshot, spec: undefined } }] }),
      'observed spec',
    ],
    [
      'a Snapshot whose pin is changed',
      decision({ children: [{ _tag: 'keep', object: spec({ pin: true }) }] }),
      'observed spec',
    ],
    [
      'a Snapshot moved to another repository',
      decision({ children: [{ _tag: 'keep', object: spec({ repository: { name: 'other' } }) }] }),
      'observed spec',
      {
        ...call,
        observed: {
          ...observed,
          [Object.keys(observed)[0] ?? '']: { 'db/nightly': spec({ repository: { name: 'nas' } }) },
        },
      },
    ],
    [
      'a null in the status',
      broken({ ...decision(), status: { conditions: [{ message: null }] } }),
      'status.conditions.0.message is null',
    ],
    ['a status field that the kind does not have', decision({ status: { surprise: 1 } }), 'status.surprise is unknown'],
    [
      'a status field of another type',
      decision({ status: { conditions: 'Ready' } }),
      'status.conditions must be an array',
    ],
    ['a resync of zero', decision({ resyncAfterSeconds: 0 }), 'resyncAfterSeconds is 0'],
    ['a resync of part of a second', decision({ resyncAfterSeconds: 0.5 }), 'resyncAfterSeconds is 0.5'],
    ['a resync beyond a day', decision({ resyncAfterSeconds: 86_401 }), 'resyncAfterSeconds is 86401'],
    ['a resync that is no number', decision({ resyncAfterSeconds: Number.NaN }), 'resyncAfterSeconds is NaN'],
    ['a composite without status', broken({ children: keep, effects: [] }), 'lacks its status'],
    ['a composite with labels', decision({ labels: {} }), 'cannot set labels'],
    ['a composite with annotations', decision({ annotations: {} }), 'cannot set annotations'],
    ['finalized in a sync', decision({ finalized: true }), 'says finalized'],
  ]
  test.each(stopped)('%s', (_name, answer, breach, asked = call) => {
    expect(guard(asked, answer).join('; ')).toContain(breach)
  })
})

describe('customize rules', () => {
  const rule = { apiVersion: 'v1', resource: 'secrets' }
  test('with names or a selector pass', () => {
    expect(
      namesNotEmpty([rule, { ...rule, names: ['a'] }, { ...rule, labelSelector: { matchLabels: { a: 'b' } } }]),
    ).toEqual([])
  })
  test.each([
    ['empty names', { ...rule, names: [] }, 'empty names'],
    ['names beside a selector', { ...rule, names: ['a'], labelSelector: {} }, 'names and a selector'],
    ['a null rule', null, 'is no object'],
  ])('with %s are stopped', (_name, bad, breach) => {
    expect(namesNotEmpty([bad as typeof rule]).join()).toContain(breach)
  })
})
