import * as E from 'fp-ts/Either'
import { createMetrics } from '../../../hooks/shell/metrics'
import { answerCall } from '../../../hooks/shell/answer-call'
import { objectOf } from '../observed/objects'
import { controller, decision, environment } from './fixtures'

/** Calls about Snapshots, each answered with a phase; the lines of the counter after them. */
const counted = async (calls: ReadonlyArray<readonly [uid: string, before: string, after: string]>) => {
  const metrics = createMetrics()
  for (const [uid, before, after] of calls) {
    const told = controller(() => E.right(decision({ status: { phase: after }, children: [] })))
    const parent = objectOf('Snapshot', { metadata: { uid }, status: { phase: before } })
    const answer = await answerCall(
      environment({ controllers: [told], report: (report) => metrics.onCall(report, 1) }),
    )('/v2/sample/sync', { controller: {}, parent, children: {}, related: {}, finalizing: false })
    expect(answer.status).toBe(200)
  }
  return (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('kopiur_snapshots_completed_total{'))
}

it('a run is counted when an answer ends it, once, however often it is asked for', async () => {
  expect(
    await counted([
      ['a', 'Running', 'Running'],
      ['a', 'Running', 'Succeeded'],
      ['a', 'Running', 'Succeeded'],
      ['a', 'Succeeded', 'Succeeded'],
      ['b', 'Running', 'Succeeded'],
      ['c', 'Pending', 'Failed'],
    ]),
  ).toEqual([
    'kopiur_snapshots_completed_total{result="succeeded",namespace="db",policy="pg"} 2',
    'kopiur_snapshots_completed_total{result="failed",namespace="db",policy="pg"} 1',
  ])
})

it('a run that ended before is not counted', async () => {
  expect(await counted([['a', 'Succeeded', 'Succeeded']])).toEqual([])
})
