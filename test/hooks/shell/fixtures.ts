import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import type { Circumstances, Controller, Decision, Question } from '../../../hooks/hook'
import type { Need } from '../../../hooks/need'
import type { HookEnvironment } from '../../../hooks/shell/environment'
import { stubClient } from './stub-client'

export const NOW = Date.parse('2026-08-05T02:00:05Z')

export const policy: KubeObject = {
  apiVersion: API_VERSION,
  kind: 'SnapshotPolicy',
  metadata: { name: 'pg', namespace: 'db', uid: 'policy-uid', generation: 1, resourceVersion: '7' },
  spec: {},
}

export const snapshot: KubeObject = {
  apiVersion: API_VERSION,
  kind: 'Snapshot',
  metadata: { name: 'nightly', namespace: 'db', uid: 'snapshot-uid' },
  spec: { policyRef: { name: 'pg' }, tags: { who: 'me' } },
}

export const job = (name: string): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'db' },
  spec: {},
})

export const observed = {
  [`Snapshot.${API_VERSION}`]: { 'db/nightly': snapshot },
  'Job.batch/v1': {},
}

export const compositeBody = { controller: {}, parent: policy, children: observed, related: {}, finalizing: false }

export const decision = (parts: Partial<Decision> = {}): Decision => ({
  status: {},
  children: [{ _tag: 'keep', object: snapshot }],
  effects: [],
  ...parts,
})

export const settings: HookEnvironment['settings'] = {
  operatorNamespace: 'kopiur-system',
  mover: { image: 'mover:1', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 30 },
}

export const controller = (
  decide: (circumstances: Circumstances) => ReturnType<Question['decide']>,
  needs: (circumstances: Circumstances) => ReadonlyArray<Need> = () => [],
): Controller => ({ name: 'sample', type: 'composite', sync: () => E.right({ needs, decide }) })

export const environment = (parts: Partial<HookEnvironment> = {}): HookEnvironment => ({
  controllers: [],
  kube: stubClient(),
  now: () => NOW,
  settings,
  instance: 'test',
  ...parts,
})
