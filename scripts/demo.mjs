// The whole product on one machine: back up a real folder twice, lose it, restore it, compare every byte.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changeFiles } from './demo/change-files.mjs'
import * as manifests from './demo/manifests.mjs'
import { openProduct } from './demo/product.mjs'
import { bytes, count, openScreen } from './demo/screen.mjs'
import { fillFolder } from './demo/source-folder.mjs'
import { startStore } from './demo/store.mjs'
import { describeExpected, describeTree, differences } from './demo/tree.mjs'
import { ensureTool } from './go-tool.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values: options } = parseArgs({
  options: {
    store: { type: 'string', default: 'filesystem' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const work = mkdtempSync(join(tmpdir(), 'kopiur-demo-'))
const documents = join(work, 'documents')
const logFile = join(work, 'run.log')
const screen = openScreen()
const product = openProduct({ root, state: join(work, 'state'), logFile })

const failureOf = (object) => {
  const stalled = object.status?.conditions?.find((one) => one.type === 'Stalled' && one.status === 'True')
  return stalled && `${stalled.reason}: ${stalled.message}`
}

const progressOf = async (name) => {
  const job = await product.get('jobs', name).catch(() => undefined)
  const text = job?.metadata?.annotations?.['kopiur.home-operations.com/progress']
  const seen = text && JSON.parse(text)
  return seen
    ? `${bytes(seen.hashedBytes ?? seen.processedBytes ?? 0)} read, ${bytes(seen.uploadedBytes ?? 0)} stored`
    : 'starting'
}

const waitForRun = (kind, name, phase) =>
  product.waitFor({
    what: `${kind}/${name}`,
    kind,
    name,
    done: (object) => object.status?.phase === phase,
    failed: failureOf,
    tick: () => progressOf(name).then(screen.progress, () => undefined),
  })

const firstScheduled = async () => {
  const found = await product.waitFor({
    what: 'the first scheduled Snapshot',
    kind: 'snapshots',
    done: (list) => (list.items ?? []).length > 0,
  })
  return found.items[0].metadata.name
}

const describeRun = (snapshot) => {
  const { stats, snapshot: saved } = snapshot.status
  screen.note(
    `${snapshot.metadata.name}: kopia snapshot ${saved.kopiaSnapshotID}, ${bytes(stats.sizeBytes)} covered, ${bytes(stats.bytesNew ?? 0)} uploaded`,
  )
}

const story = async () => {
  process.env.KOPIUR_KOPIA_BINARY = await screen.step(
    'kopia',
    'kopia: taken from PATH, from the cache, or built once',
    () => ensureTool('kopia'),
  )
  const store = await screen.step('store', `repository store: ${options.store}`, () => startStore(options.store, work))
  try {
    const source = await screen.step('files', 'collecting real files of this machine', () =>
      fillFolder(documents, root),
    )
    screen.note(`${count(source.files)} files, ${bytes(source.bytes)} from ${source.from.join(', ')}`)

    const applied = manifests.writeFolder({ root, work, documents, store })
    const running = await screen.step(
      'start',
      'starting the embedded cluster and applying the quickstart',
      async () => {
        const child = product.start(applied)
        await product.waitFor({
          what: 'Repository backups',
          kind: 'repositories',
          name: 'backups',
          done: (one) => one.status?.phase === 'Ready',
          failed: failureOf,
        })
        return child
      },
    )

    const first = await screen.step('firstBackup', 'first backup, by the schedule', async () =>
      waitForRun('snapshots', await firstScheduled(), 'Succeeded'),
    )
    describeRun(first)

    const touched = await changeFiles(documents)
    screen.note(`changed, added and deleted: ${touched} files`)
    await product.local('apply', '-f', manifests.write(work, 'second.yaml', manifests.snapshot('second')))
    const second = await screen.step('secondBackup', 'second backup, by hand', () =>
      waitForRun('snapshots', 'second', 'Succeeded'),
    )
    describeRun(second)

    const expected = await screen.step('describe', 'writing down every byte, mode, owner, link and mtime', () =>
      describeExpected(documents),
    )
    await screen.step('loss', 'losing the folder', async () => {
      rmSync(documents, { recursive: true, force: true })
      mkdirSync(documents)
    })
    await product.local(
      'apply',
      '-f',
      manifests.write(work, 'restore.yaml', manifests.restore('bring-it-back', 'second')),
    )
    await screen.step('restore', 'restoring it through a Restore', () =>
      waitForRun('restores', 'bring-it-back', 'Completed'),
    )
    const different = await screen.step('compare', 'comparing', async () =>
      differences(expected, await describeTree(documents)),
    )
    await screen.step('tables', 'what `get` says of all kinds', async () =>
      screen.block(await product.local('get', 'all-kinds', '--all-namespaces')),
    )
    await product.stop(running)
    return {
      store: options.store,
      files: source.files,
      bytes: source.bytes,
      firstBytesNew: first.status.stats.bytesNew ?? 0,
      secondBytesNew: second.status.stats.bytesNew ?? 0,
      restoredEqual: different.length === 0,
      entriesCompared: expected.size,
      different: different.slice(0, 20),
      seconds: screen.seconds,
    }
  } finally {
    await product.stopAll()
    await store.stop()
  }
}

const summarise = (report) => {
  const share = report.firstBytesNew > 0 ? (100 * report.secondBytesNew) / report.firstBytesNew : 100
  const onlyTheChange = share < 2
  screen.line('')
  screen.verdict(
    true,
    `${count(report.files)} files, ${bytes(report.bytes)} backed up: ${bytes(report.firstBytesNew)} uploaded in ${report.seconds.firstBackup} s`,
  )
  screen.verdict(
    onlyTheChange,
    `second backup uploaded ${bytes(report.secondBytesNew)}, ${share.toFixed(2)} % of the first, in ${report.seconds.secondBackup} s`,
  )
  screen.verdict(
    report.restoredEqual,
    `restored in ${report.seconds.restore} s: ${count(report.entriesCompared)} entries compared, ${report.different.length === 0 ? 'all the same' : 'differences found'}`,
  )
  report.different.forEach((one) =>
    screen.note(`${one.path}\n      expected ${one.expected}\n      found    ${one.actual}`),
  )
  return onlyTheChange && report.restoredEqual
}

const main = async () => {
  try {
    const report = await story()
    if (options.report) writeFileSync(resolve(options.report), `${JSON.stringify(report, null, 2)}\n`)
    process.exitCode = summarise(report) ? 0 : 1
  } catch (error) {
    screen.verdict(false, error instanceof Error ? error.message : String(error))
    try {
      screen.line('last lines of the product’s log:')
      screen.block(readFileSync(logFile, 'utf8').split('\n').slice(-30).join('\n'))
    } catch {
      // The product was never started.
    }
    process.exitCode = 1
  } finally {
    if (options.keep) screen.line(`kept: ${work}`)
    else rmSync(work, { recursive: true, force: true })
  }
}

await main()
