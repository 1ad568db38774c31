import { itRefuses, object, warningsOf } from './object'

const least = {
  allowedNamespaces: { all: true },
  backend: { s3: { bucket: 'backups' } },
  encryption: { passwordSecretRef: { name: 'secret', namespace: 'kopiur-system' } },
}

describe('a ClusterRepository', () => {
  itRefuses('ClusterRepository', least, [
    ['says who may use it', { allowedNamespaces: undefined }, ['spec.allowedNamespaces: is required']],
    [
      'says so in one way',
      { allowedNamespaces: { all: true, list: ['a'] } },
      ['spec.allowedNamespaces: must set exactly one of all, list, selector'],
    ],
    ['says all or names them', { allowedNamespaces: { all: false } }, ['spec.allowedNamespaces.all: must be true']],
    [
      'names namespaces',
      { allowedNamespaces: { list: ['a', ''] } },
      ['spec.allowedNamespaces.list[1]: must not be empty'],
    ],
    [
      'selects by operators that exist',
      { allowedNamespaces: { selector: { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] } } },
      ['selector.matchExpressions[0].operator: must be one of'],
    ],
    [
      'has a place for foreign snapshots',
      { catalog: { foreignSnapshots: 'Fallback' }, identityDefaults: { cluster: 'home' } },
      ['spec.catalog.fallbackNamespace: is required'],
    ],
    [
      'chooses what becomes of them',
      { catalog: { fallbackNamespace: 'x' }, identityDefaults: { cluster: 'home' } },
      ['spec.catalog.foreignSnapshots: must be chosen'],
    ],
    ['is served in a namespace', { server: { namespace: ' ' } }, ['spec.server.namespace: must name a namespace']],
    ['is served in a namespace by schema', { server: {} }, ['spec.server.namespace: is required']],
    ['may be maintained elsewhere', { maintenance: { namespace: 'jobs' } }, []],
    [
      'seeds from a Repository by its namespace, with Secrets that name none',
      { seed: { from: { repository: { name: 'other' } } } },
      ['spec.seed.from.repository.namespace: is required'],
    ],
    [
      'reads Secrets where its Job runs',
      { seed: { from: { backend: { b2: { bucket: 'a', auth: { secretRef: { name: 'x', namespace: 'y' } } } } } } },
      ['secretRef.namespace: must be left out'],
    ],
  ])

  it('warns when its Secret names no namespace', () => {
    const spec = { ...least, encryption: { passwordSecretRef: { name: 'secret' } } }
    expect(warningsOf(object('ClusterRepository', spec))).toEqual([
      expect.stringContaining('passwordSecretRef.namespace'),
    ])
  })
})
