import type { World } from '../../test/cluster/world'

const NAMESPACE = 'kopiur-system'
const METRICS_PORT = 8081
const LINE = /^kopiur_hook_calls_total\{([^}]*)\} (\d+)/

/** Calls that the hooks service has answered so far, by controller and hook, over all its pods. */
export const hookCalls = async ({ kubectl }: World): Promise<ReadonlyMap<string, number>> => {
  const pods = await kubectl.list<{ metadata: { name: string } }>(
    'pods',
    NAMESPACE,
    'app.kubernetes.io/name=kopiur-hooks',
  )
  const counts = new Map<string, number>()
  for (const { metadata } of pods) {
    const path = `/api/v1/namespaces/${NAMESPACE}/pods/${metadata.name}:${METRICS_PORT}/proxy/metrics`
    for (const line of (await kubectl.run(['get', '--raw', path])).split('\n')) {
      const [, labels = '', count] = LINE.exec(line) ?? []
      const key = [...labels.matchAll(/(?:controller|hook)="([^"]*)"/g)].map((found) => found[1]).join('/')
      if (count !== undefined) counts.set(key, (counts.get(key) ?? 0) + Number(count))
    }
  }
  return counts
}

/** What came on top. */
export const callsBetween = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlyArray<readonly [string, number]> =>
  [...after].map(([key, count]) => [key, count - (before.get(key) ?? 0)] as const).filter(([, count]) => count > 0)
