import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../../api/kubernetes/client'
import { gone } from '../../../../embedded/api/kube-errors'
import { OBSERVED_KINDS } from '../../../../hooks/observed'
import { scopedClient } from '../../../../hooks/shell/kube/scoped-client'
import { ended, objectOf } from '../../observed/objects'
import { kubeError, stubClient } from '../stub-client'
import { eventually } from '../tls/eventually'
import { quietCluster, scrapedBy, stopAll, type Scraped } from './scraped'

afterEach(stopAll)

const PHASE = 'kopiur_resource_phase'
const phase = (name: string, word: string, namespace = 'db') =>
  `${PHASE}{kind="Snapshot",namespace="${namespace}",name="${name}",phase="${word}",policy="pg"} 1`

const becomes = (scraped: Scraped, lines: ReadonlyArray<string>): Promise<void> =>
  eventually(async () => JSON.stringify(await scraped.series(PHASE)) === JSON.stringify(lines))

describe('metrics about objects', () => {
  it('cost nothing before somebody scrapes, and one list and watch a kind from then on', async () => {
    const { api, put } = quietCluster()
    await put(ended('Succeeded', 1))
    const scraped = scrapedBy(api)
    expect(scraped.requests).toEqual([])
    expect(await scraped.series(PHASE)).toEqual([phase('run-1', 'Succeeded')])
    await scraped.series(PHASE)
    expect(scraped.requests.filter((one) => one === 'list snapshots')).toEqual(['list snapshots'])
    expect(scraped.requests).toHaveLength(2 * OBSERVED_KINDS.length)
  })

  it('follow objects that come, change and go; of what is gone no series is left', async () => {
    const { api, put, tell, remove } = quietCluster()
    const scraped = scrapedBy(api)
    expect(await scraped.series(PHASE)).toEqual([])
    const run = objectOf('Snapshot', { name: 'run' })
    await put(run)
    expect(await scraped.series(PHASE)).toEqual([phase('run', 'Pending')])
    await tell({ ...run, status: { phase: 'Succeeded', stats: { sizeBytes: 5 } } })
    expect(await scraped.series('kopiur_snapshot_size_bytes')).toEqual([
      'kopiur_snapshot_size_bytes{namespace="db",name="run",policy="pg"} 5',
    ])
    expect(await scraped.series(PHASE)).toEqual([phase('run', 'Succeeded')])
    await remove(run)
    expect((await scraped.series('kopiur_')).filter((line) => line.includes('"run"'))).toEqual([])
  })

  it('go on where they were when the server ends a watch', async () => {
    const { api, store, put } = quietCluster()
    const scraped = scrapedBy(api)
    await put(objectOf('Snapshot', { name: 'before' }))
    await scraped.series(PHASE)
    store.breakWatches()
    await put(objectOf('Snapshot', { name: 'meanwhile' }))
    await becomes(scraped, [phase('before', 'Pending'), phase('meanwhile', 'Pending')])
    expect(scraped.requests.filter((one) => one.startsWith('list'))).toHaveLength(OBSERVED_KINDS.length)
  })

  it('begin anew when history is lost, and forget what vanished meanwhile', async () => {
    const { api, store, put, remove } = quietCluster()
    const [stays, goes] = [objectOf('Snapshot', { name: 'stays' }), objectOf('Snapshot', { name: 'goes' })]
    await put(stays)
    await put(goes)
    const scraped = scrapedBy(api)
    expect(await scraped.series(PHASE)).toEqual([phase('goes', 'Pending'), phase('stays', 'Pending')])
    store.breakWatches(gone('1', 2))
    await remove(goes)
    store.compact()
    await becomes(scraped, [phase('stays', 'Pending')])
    await put(objectOf('Snapshot', { name: 'new' }))
    await becomes(scraped, [phase('new', 'Pending'), phase('stays', 'Pending')])
  })

  it('are of one namespace where the service serves only one', async () => {
    const { api, put } = quietCluster()
    const scraped = scrapedBy(scopedClient(api, 'db'))
    await put(objectOf('Snapshot', { name: 'first' }))
    await put(objectOf('Snapshot', { name: 'first', namespace: 'other' }))
    expect(await scraped.series(PHASE)).toEqual([phase('first', 'Pending')])
    await put(objectOf('Snapshot', { name: 'second', namespace: 'other' }))
    await put(objectOf('ClusterRepository', { name: 'shared' }))
    expect(await scraped.series(PHASE)).toEqual([
      `${PHASE}{kind="ClusterRepository",namespace="",name="shared",phase="Pending"} 1`,
      phase('first', 'Pending'),
    ])
  })
})

describe('a watch that is refused', () => {
  const LATER = 60_000
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('is not asked for again at once: each time costs a whole list', async () => {
    const kube = stubClient({
      list: () => async () => E.right({ resourceVersion: '1', items: [] }),
      watch: (_query, { onEnd }) => {
        onEnd(kubeError('Forbidden', 403))
        return () => undefined
      },
    })
    const scraped = scrapedBy(kube, { rests: { againMs: 1, laterMs: LATER } })
    const lists = () => scraped.requests.filter((one) => one === 'list snapshots').length
    expect(await scraped.series('kopiur_objects_watched{kind="Snapshot"}')).toEqual([
      'kopiur_objects_watched{kind="Snapshot"} 0',
    ])
    await jest.advanceTimersByTimeAsync(LATER - 1)
    expect(lists()).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(lists()).toBe(2)
  })
})

describe('a scrape', () => {
  /** Snapshots are listed when the test says so. */
  const slow = (api: KubeClient) => {
    const gate: { open: () => void } = { open: () => undefined }
    const opened = new Promise<void>((resolve) => (gate.open = resolve))
    const kube: KubeClient = {
      ...api,
      list: (query) => async () => {
        if (query.kind === 'Snapshot') await opened
        return api.list(query)()
      },
    }
    return { kube, gate }
  }

  it('that cannot wait any longer gives what is known, and says what is not', async () => {
    const { api, put } = quietCluster()
    await put(ended('Succeeded', 1))
    await put(objectOf('SnapshotPolicy', { name: 'pg' }))
    await put(objectOf('Repository', { name: 'store' }))
    const { kube, gate } = slow(api)
    const scraped = scrapedBy(kube, { patienceMs: 20 })
    expect(await scraped.series(PHASE)).toEqual([
      `${PHASE}{kind="Repository",namespace="db",name="store",phase="Pending"} 1`,
    ])
    expect(await scraped.series('kopiur_snapshots_live')).toEqual([])
    expect(await scraped.series('kopiur_objects_watched{kind="Snapshot')).toEqual([
      'kopiur_objects_watched{kind="Snapshot"} 0',
      'kopiur_objects_watched{kind="SnapshotPolicy"} 1',
    ])
    gate.open()
    await eventually(async () => (await scraped.series('kopiur_snapshots_live')).length > 0)
    expect(await scraped.series('kopiur_snapshots_live')).toEqual(['kopiur_snapshots_live{namespace="db",name="pg"} 1'])
    expect(await scraped.series('kopiur_objects_watched{kind="Snapshot"}')).toEqual([
      'kopiur_objects_watched{kind="Snapshot"} 1',
    ])
  })

  it('waits for the first lists', async () => {
    const { api, put } = quietCluster()
    await put(ended('Succeeded', 1))
    const { kube, gate } = slow(api)
    const scraped = scrapedBy(kube, { patienceMs: 60_000 })
    const lines = scraped.series(PHASE)
    gate.open()
    expect(await lines).toEqual([phase('run-1', 'Succeeded')])
  })

  it('tells of the other kinds when one may not be read', async () => {
    const { api, put } = quietCluster()
    await put(objectOf('Repository', { name: 'store' }))
    const refused = await stubClient().list({ apiVersion: 'v1', kind: 'Pod' })()
    const kube: KubeClient = {
      ...api,
      list: (query) => (query.kind === 'Restore' ? async () => refused : api.list(query)),
    }
    const scraped = scrapedBy(kube)
    expect(await scraped.series(PHASE)).toHaveLength(1)
    expect(await scraped.series('kopiur_objects_watched{kind="Re')).toEqual([
      'kopiur_objects_watched{kind="Repository"} 1',
      'kopiur_objects_watched{kind="Restore"} 0',
    ])
  })

  it('has objects of all pages of a list', async () => {
    const pages = [['a', 'b'], ['c']].map((names) => names.map((name) => objectOf('Snapshot', { name })))
    const kube = stubClient({
      list: (query) => async () => {
        const page = Number(query.continue ?? 0)
        const items = query.kind === 'Snapshot' ? (pages[page] ?? []) : []
        return E.right({ resourceVersion: '1', items, ...(page === 0 ? { continue: '1' } : {}) })
      },
    })
    expect(await scrapedBy(kube).series(PHASE)).toEqual(['a', 'b', 'c'].map((name) => phase(name, 'Pending')))
  })
})
