import type { KubeObject } from '../../../api/kubernetes/object'
import { ask } from './ask-snapshot'
import * as o from './objects'

const pg = (name: string, change: object = {}, labels: { [key: string]: string } = { app: 'pg' }) =>
  o.pod(
    name,
    {
      spec: {
        securityContext: { fsGroup: 999 },
        containers: [{ name: 'pg', securityContext: { runAsUser: 999 } }, { name: 'sidecar' }],
        volumes: [{ persistentVolumeClaim: { claimName: 'pgdata' } }],
      },
      status: { phase: 'Running' },
      ...change,
    },
    labels,
  )
const told = (mover: object, pods: ReadonlyArray<KubeObject>, more: ReadonlyArray<KubeObject> = []) =>
  ask(o.snapshot(), {
    world: {
      objects: [...o.cluster().filter(({ kind }) => kind !== 'SnapshotPolicy'), o.policy({ mover }), ...pods, ...more],
    },
  })
const bySelector = { inheritSecurityContextFrom: { workloadSelector: { podSelector: { matchLabels: { app: 'pg' } } } } }
const byClaim = { inheritSecurityContextFrom: { pvcConsumer: {} } }
const userOf = (answer: ReturnType<typeof told>) => {
  const [child] = answer.decision.children
  const pod = JSON.parse(JSON.stringify(child?.object)).spec.template.spec
  return [pod.containers[0].securityContext.runAsUser, pod.securityContext.fsGroup]
}

describe('a mover that takes over the user of a workload', () => {
  it.each([
    ['by its labels', bySelector],
    ['by the claim it mounts', byClaim],
  ])('%s', (_, mover) => {
    const answer = told(mover, [pg('pg-0')])
    expect(userOf(answer)).toEqual([999, 999])
    expect(answer.condition('SecurityContextInherited')).toBe('True/InheritApplied')
    expect(answer.status.recorded).toEqual({ schema: 1, src: 'inherited', uid: 999, gid: 65532, fsGroup: 999 })
  })
  it('prefers one that runs, and never another mover', () => {
    const done = pg('a', {
      status: { phase: 'Pending' },
      spec: { containers: [{ name: 'x', securityContext: { runAsUser: 1 } }] },
    })
    const mover = pg('b', {}, { app: 'pg', 'app.kubernetes.io/managed-by': 'kopiur' })
    expect(userOf(told(bySelector, [done, mover, pg('pg-0')]))[0]).toBe(999)
  })
  it('waits where there is none, or no such container', () => {
    const missing = { inheritSecurityContextFrom: { pvcConsumer: { container: 'nobody' } } }
    for (const answer of [told(bySelector, []), told(missing, [pg('pg-0')])])
      expect([answer.children, answer.condition('SecurityContextResolved')]).toEqual([[], 'False/InheritSourceMissing'])
  })
  it('goes on where the recipe names a user itself', () => {
    const mover = { ...bySelector, securityContext: { runAsUser: 1000 } }
    expect(told(mover, []).condition('SecurityContextInherited')).toBe('False/InheritFallback')
    expect(told(mover, [pg('pg-0')]).condition('SecurityContextInherited')).toBe('False/InheritOverridden')
    expect(userOf(told(mover, [pg('pg-0')]))[0]).toBe(1000)
  })
  it('says so where the workload pins no user', () => {
    const anyone = pg('pg-0', { spec: { containers: [{ name: 'pg' }], securityContext: { fsGroup: 5 }, volumes: [] } })
    expect(told(bySelector, [anyone]).condition('SecurityContextInherited')).toBe('False/InheritPinnedNoUid')
  })
  it('asks the namespace when that user is root', () => {
    const root = pg('pg-0', { spec: { containers: [{ name: 'pg', securityContext: { runAsUser: 0 } }], volumes: [] } })
    const answer = told(bySelector, [root])
    expect([answer.children, answer.condition('MoverPermitted')]).toEqual([[], 'False/PrivilegedMoverNotPermitted'])
    expect(answer.status.conditions?.find(({ type }) => type === 'MoverPermitted')?.message).toContain('pod pg-0')
    expect(answer.rounds).toBeLessThanOrEqual(5)
  })
})
