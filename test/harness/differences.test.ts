import type { KubeObject } from '../../api/kubernetes/object'
import { describeDifferences } from '../cluster/differential/differences'
import { storyOf, type Sighting, type Story } from '../cluster/differential/story'

const snapshot = (uid: string, name: string, status: object): KubeObject => ({
  apiVersion: 'kopiur.home-operations.com/v1alpha1',
  kind: 'Snapshot',
  metadata: { name, namespace: 'story-1-0', uid },
  status,
})

const seen = (type: Sighting['type'], object: KubeObject): Sighting => ({ type, object })

const story = (...sightings: ReadonlyArray<Sighting>): Story => storyOf(sightings, (kind) => kind === 'Snapshot')

const run = (uid: string, name: string, id: string, phases: ReadonlyArray<string>): ReadonlyArray<Sighting> =>
  phases.map((phase, index) =>
    seen(
      index === 0 ? 'ADDED' : 'MODIFIED',
      snapshot(uid, name, { phase, message: `saved ${id}`, sizeBytes: id.length }),
    ),
  )

const FIRST = run('a', 'often-20270101030000', '0123456789abcdef', ['Pending', 'Running', 'Succeeded'])

describe('two stories', () => {
  it('are the same where only times, ids, measurements and repeats differ', () => {
    const again = run('b', 'often-20270102030000', 'fedcba9876543210ff', ['Pending', 'Running', 'Running', 'Succeeded'])
    expect(describeDifferences({ real: [story(...FIRST)], double: [story(...again)] })).toBe('')
  })

  it.each<[string, ReadonlyArray<Sighting>]>([
    ['a status that one side skipped', run('b', 'often-20270101030000', '0123456789abcdef', ['Pending', 'Succeeded'])],
    ['another order', run('b', 'often-20270101030000', '0123456789abcdef', ['Running', 'Pending', 'Succeeded'])],
    ['an object that one side never had', []],
    ['a second object of the same name', [...FIRST, ...run('c', 'often-20270103030000', '00000000', ['Pending'])]],
    ['a deletion', [...FIRST, seen('DELETED', snapshot('a', 'often-20270101030000', { phase: 'Succeeded' }))]],
  ])('differ by %s', (_what, other) => {
    const differences = describeDifferences({ real: [story(...FIRST)], double: [story(...other)] })
    expect(differences).toMatch(/^Snapshot often-<moment>\n {2}only (real|double): /)
  })

  const short = run('b', 'often-20270101030000', '0123456789abcdef', ['Pending', 'Succeeded'])

  it('are the same when one engine shows either', () => {
    expect(describeDifferences({ real: [story(...FIRST), story(...short)], double: [story(...short)] })).toBe('')
  })

  it('differ when every round of one engine shows what no round of the other does', () => {
    const [real, double] = [
      [story(...FIRST), story(...FIRST)],
      [story(...short), story(...short)],
    ]
    expect(describeDifferences({ real, double })).toMatch(/only real: .*Running/)
  })
})
