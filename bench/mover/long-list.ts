import { chmodSync, createWriteStream, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Measure } from '../measure'
import { runMover } from './overhead'
import { makePlace, moverEnvironment, type Place } from './place'

const manifest = (at: number) => ({
  id: at.toString(16).padStart(32, '0'),
  source: { host: 'bench', userName: 'bench', path: `/data/${at % 500}` },
  description: '',
  startTime: new Date(1.7e12 + at * 60_000).toISOString(),
  endTime: new Date(1.7e12 + at * 60_000 + 5000).toISOString(),
  stats: { totalSize: 5600000, fileCount: 1, cachedFiles: 3, nonCachedFiles: 1, dirCount: 2, errorCount: 0 },
  rootEntry: {
    name: 'src',
    type: 'd',
    mode: '0755',
    obj: 'k3e5b0d45a4b8ab9103082bc7805468e6',
    summ: { size: 5600000, files: 4, numFailed: 0 },
  },
  tags: {
    'tag:kopiur-run': `4b1e6a52-0000-4000-8000-${at.toString(16).padStart(12, '0')}`,
    'tag:kopiur': 'config:nightly',
  },
  retentionReason: ['latest-1'],
})

const writeList = async (file: string, count: number): Promise<void> => {
  const out = createWriteStream(file)
  out.write('[\n')
  for (let at = 0; at < count; at += 1) {
    if (!out.write(` ${JSON.stringify(manifest(at))}${at === count - 1 ? '' : ','}\n`)) await once(out, 'drain')
  }
  out.end(']')
  await once(out, 'close')
}

/** Stands in for kopia: prints the long list where a list is asked for. */
const writeProbe = (place: Place, list: string): string => {
  const probe = join(place.folder, 'kopia-probe')
  const owner = JSON.stringify({ owner: 'a@b', schedule: { runs: null } })
  const status = JSON.stringify({ uniqueIDHex: 'ab', contentFormat: {}, blobRetention: {} })
  const cases = [
    `snapshot) cat '${list}';;`,
    `maintenance) echo '${owner}';;`,
    `index) printf '[\\n]';;`,
    `repository) [ "$2" = status ] && echo '${status}' || true;;`,
  ]
  writeFileSync(probe, `#!/bin/sh\ncase "$1" in\n${cases.join('\n')}\nesac\n`)
  chmodSync(probe, 0o755)
  return probe
}

/** Peak memory of a mover that scans a repository with many snapshots. */
export const longList = async (program: string, count: number): Promise<Measure> => {
  const place = makePlace()
  try {
    const list = join(place.folder, 'list.json')
    await writeList(list, count)
    const operation = { bootstrap: { createAllowed: false, scan: true } }
    const env = moverEnvironment(place, place.folder, operation, writeProbe(place, list))
    const { peakMiB } = await runMover(program, env)
    return { name: `peak memory of the mover scanning ${count} snapshots`, unit: 'MiB', limit: 100, value: peakMiB }
  } finally {
    place.remove()
  }
}
