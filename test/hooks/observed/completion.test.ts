import { completionOf } from '../../../hooks/observed'
import { objectOf } from './objects'

const answered = (before: string | undefined, after: string | undefined, spec?: object) =>
  completionOf(
    objectOf('Snapshot', {
      ...(before === undefined ? {} : { status: { phase: before } }),
      ...(spec === undefined ? {} : { spec }),
    }),
    after === undefined ? undefined : { phase: after },
  )

it.each([
  ['Running', 'Succeeded', 'succeeded'],
  ['Running', 'Failed', 'failed'],
  ['Running', 'Unchanged', 'unchanged'],
  ['Pending', 'Failed', 'failed'],
  [undefined, 'Failed', 'failed'],
])('a run that was %s and is %s has %s', (before, after, result) => {
  expect(answered(before, after)).toEqual({ result, namespace: 'db', policy: 'pg' })
})

it.each([
  ['Succeeded', 'Succeeded'],
  ['Running', 'Running'],
  ['Discovered', 'Succeeded'],
  ['Deleting', 'Failed'],
  ['Dreaming', 'Failed'],
  ['Running', undefined],
])('a run that was %s and is %s has not ended now', (before, after) => {
  expect(answered(before, after)).toBeUndefined()
})

it('a run without a policy has none, and other kinds have no runs', () => {
  expect(answered('Running', 'Succeeded', {})).toMatchObject({ policy: '' })
  expect(completionOf(objectOf('Restore', { status: { phase: 'Restoring' } }), { phase: 'Failed' })).toBeUndefined()
})
