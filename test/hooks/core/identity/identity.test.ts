import * as E from 'fp-ts/Either'
import { componentFault, memberPath, pathFault, resolveIdentity, sourcePath } from '../../../../hooks/core/identity'

const policy = {
  metadata: { name: 'pg', namespace: 'db', labels: { 'app.kubernetes.io/name': 'postgres', namespace: 'label' } },
  spec: { sources: [], repository: { name: 'nas' } },
}

describe('identity of a policy in a repository', () => {
  it('is its name at its namespace', () => {
    expect(resolveIdentity(policy, undefined)).toEqual(E.right({ username: 'pg', hostname: 'db' }))
  })

  it('adds the cluster where the repository names one', () => {
    expect(resolveIdentity(policy, { cluster: 'east' })).toEqual(E.right({ username: 'pg', hostname: 'db.east' }))
  })

  it('is what the policy writes, before what the repository computes', () => {
    const written = { ...policy, spec: { ...policy.spec, identity: { username: 'me' } } }
    expect(resolveIdentity(written, { usernameExpr: '"other"', hostnameExpr: '"host"' })).toEqual(
      E.right({ username: 'me', hostname: 'host' }),
    )
  })

  it.each([
    ['namespace + "-" + policyName', 'db-pg'],
    ['labels["app.kubernetes.io/name"]', 'postgres'],
    ['labels.namespace', 'label'],
    ['labels["namespace"] + "." + namespace', 'label.db'],
    ['"namespace" + namespace', 'namespacedb'],
    ["r'namespace' + namespace", 'namespacedb'],
    ['has(labels.team) ? labels.team : "none"', 'none'],
    ['cluster == "" ? namespace : cluster', 'db'],
    ['policyName.upperAscii()', 'PG'],
  ])('evaluates %s', (usernameExpr, username) => {
    expect(resolveIdentity(policy, { usernameExpr })).toEqual(E.right({ username, hostname: 'db' }))
  })

  it.each(['labels.team', 'size(policyName)', 'nobody', 'policyName +', '"a b"', '""'])(
    'names the field of an expression that gives no identity: %s',
    (hostnameExpr) => {
      expect(resolveIdentity(policy, { hostnameExpr })).toMatchObject({
        _tag: 'Left',
        left: { field: 'spec.identityDefaults.hostnameExpr' },
      })
    },
  )

  it('names the field of a part that the policy writes and kopia cannot take', () => {
    const written = { ...policy, spec: { ...policy.spec, identity: { hostname: 'a@b' } } }
    expect(resolveIdentity(written, undefined)).toMatchObject({
      _tag: 'Left',
      left: { field: 'spec.identity.hostname' },
    })
  })

  it.each([
    ['', false],
    ['a', true],
    ['a@b', false],
    ['a:b', false],
    ['a b', false],
    ['a\tb', false],
    ['a\u007f', false],
    ['ä', true],
    ['x'.repeat(253), true],
    ['x'.repeat(254), false],
    ['ä'.repeat(127), false],
  ])('takes or refuses the component %j', (text, fits) => {
    expect(componentFault(text) === undefined).toBe(fits)
  })

  it.each([
    ['', false],
    ['/a b:c', true],
    ['/a\nb', false],
  ])('takes or refuses the path %j', (text, fits) => {
    expect(pathFault(text) === undefined).toBe(fits)
  })
})

describe('source path', () => {
  it.each([
    [{ pvc: { name: 'data' } }, '/pvc/data'],
    [{ pvc: { name: 'data' }, sourcePathStrategy: 'PvcNamespacedName' as const }, '/pvc/data'],
    [{ pvc: { name: 'data' }, sourcePathOverride: '/x y' }, '/x y'],
    [{ nfs: { server: 's', path: '/export' } }, '/export'],
    [{ nfs: { server: 's', path: '/' } }, '/nfs'],
    [{ stream: { fileName: 'dump.sql', workloadExec: { command: ['x'], podSelector: {} } } }, '/stream/dump.sql'],
    [{ pvcSelector: {} }, undefined],
  ])('of %j', (source, path) => {
    expect(sourcePath(source)).toBe(path)
  })

  it('of a matched claim follows the strategy', () => {
    const claim = { namespace: 'db', name: 'data' }
    expect([memberPath({}, claim), memberPath({ sourcePathStrategy: 'PvcNamespacedName' }, claim)]).toEqual([
      '/pvc/data',
      '/pvc/db/data',
    ])
  })
})
