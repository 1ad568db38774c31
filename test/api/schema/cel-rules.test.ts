import { kinds } from '../../../api/kinds'
import { celProblems } from '../../../api/schema'

const fields = (kind: keyof typeof kinds, value: unknown, old?: unknown) =>
  celProblems(kinds[kind].specSchema.openApi, value, old).map(({ message }) => message)

describe('the CEL rules of the schemas', () => {
  const source = { pvc: { name: 'a' } }

  it('want one repository or several', () => {
    expect(fields('SnapshotPolicy', { repository: { name: 'a' }, sources: [source] })).toEqual([])
    expect(fields('SnapshotPolicy', { repository: null, repositories: [{ name: 'a' }] })).toEqual([])
    expect(fields('SnapshotPolicy', {})).toEqual(['exactly one of repositories, repository must be set'])
  })

  it('want one kind of source in each', () => {
    expect(fields('SnapshotPolicy', { repository: { name: 'a' }, sources: [{ ...source, nfs: null }, {}] })).toEqual([
      'exactly one of nfs, pvc, pvcSelector, stream must be set',
    ])
  })

  it('keep the format of a repository', () => {
    const change = (before: unknown, after: unknown) => fields('Repository', { create: after }, { create: before })
    expect(change({ splitter: 'a' }, { splitter: 'a', enabled: false })).toEqual([])
    expect(change({ splitter: 'a' }, { splitter: 'b' })).toEqual([
      'create.splitter cannot be changed after the repository was created',
    ])
    expect(change({ hash: 'a' }, {})).toHaveLength(1)
    expect(change({}, { ecc: { algorithm: 'x' } })).toHaveLength(1)
    expect(change({ ecc: { algorithm: 'x' } }, { ecc: { algorithm: 'x' } })).toEqual([])
    expect(change(null, { hash: 'a' })).toEqual([])
    expect(fields('Repository', { create: { hash: 'a' } })).toEqual([])
  })
})
