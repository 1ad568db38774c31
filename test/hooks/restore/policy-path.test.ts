import type { PolicySource } from '../../../api/kinds/shared/policy/source'
import { policyPath } from '../../../hooks/restore/source/policy-path'

const pvc = (name: string, more: object = {}): PolicySource => ({ pvc: { name }, ...more })
const selector = (more: object = {}): PolicySource => ({ pvcSelector: { labelSelector: {} }, ...more })
const claim = { namespace: 'db', name: 'data' }

describe('the path of one member of a policy', () => {
  it.each<readonly [string, ReadonlyArray<PolicySource>, string]>([
    ['is that of the only source, whatever the claim is called', [pvc('other')], '/pvc/other'],
    ['is what the only source says instead', [pvc('other', { sourcePathOverride: '/old' })], '/old'],
    ['is the export of an NFS source', [{ nfs: { server: 'nas', path: '/export' } }], '/export'],
    ['is a path of its own for the root of an export', [{ nfs: { server: 'nas', path: '/' } }], '/nfs'],
    ['is that of the source with the name of the claim', [pvc('other'), pvc('data')], '/pvc/data'],
    ['is made of the name that a selector found', [selector()], '/pvc/data'],
    [
      'has the namespace where the selector says so',
      [selector({ sourcePathStrategy: 'PvcNamespacedName' })],
      '/pvc/db/data',
    ],
    ['is one where two sources agree', [pvc('data'), selector()], '/pvc/data'],
  ])('%s', (_, sources, path) => {
    expect(policyPath({ sources }, claim)).toEqual({ _tag: 'Right', right: path })
  })

  it.each<readonly [string, ReadonlyArray<PolicySource>, RegExp]>([
    [
      'sources disagree',
      [selector(), selector({ sourcePathStrategy: 'PvcNamespacedName' })],
      /\/pvc\/data and \/pvc\/db\/data/,
    ],
    ['members share one path', [selector({ sourcePathOverride: '/all' })], /sourcePathOverride/],
    ['no source has its name', [pvc('a'), pvc('b')], /none of its sources is named data/],
  ])('is not guessed where %s', (_, sources, why) => {
    const path = policyPath({ sources }, claim)
    expect(path._tag === 'Left' ? path.left : path.right).toMatch(why)
  })

  it('needs a claim where there are several members', () => {
    expect(policyPath({ sources: [pvc('a'), pvc('b')] }, undefined)._tag).toBe('Left')
  })
})
