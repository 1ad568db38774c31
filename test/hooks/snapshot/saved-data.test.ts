import { savedData } from '../../../hooks/snapshot/deletion/saved-data'
import * as o from './objects'

const failed = (op?: string, attempts = 1) => ({
  phase: 'Failed',
  job: { name: 'data-1', attempts },
  failure: {
    kopiaErrorClass: 'AuthFailure',
    message: '',
    retryRecommended: false,
    ...(op === undefined ? {} : { op }),
  },
})

it.each<[string, object | undefined, string]>([
  ['a success', o.savedStatus, 'Saved'],
  ['a failure of a hook after a good backup', { ...o.savedStatus, phase: 'Failed' }, 'Saved'],
  ['a run', { phase: 'Running', job: { name: 'data-1' } }, 'Perhaps'],
  ['a snapshot that lacked files', failed('snapshot create'), 'Perhaps'],
  ['a mover that said nothing', failed(), 'Perhaps'],
  ['a failure at the door after another attempt', failed('repository connect', 2), 'Perhaps'],
  ['a failure at the door', failed('repository connect'), 'None'],
  ['a failure to prepare', failed('prepare'), 'None'],
  ['a run that never had a Job', { phase: 'Failed' }, 'None'],
  ['nothing new', { phase: 'Unchanged', job: { name: 'data-1' } }, 'None'],
  ['a new Snapshot', undefined, 'None'],
])('%s leaves data or not', (_, status, expected) => {
  expect(savedData(status === undefined ? {} : { status })).toBe(expected)
})
