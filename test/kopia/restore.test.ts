import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RestoreOptions } from '../../api/mover/work-spec'
import { failed, succeeded, useLab } from './lab'
import { created, fill, IDENTITY, restoreOrder, saved, select } from './orders'

const lab = useLab()

/** Everything about a tree that a backup has to bring back. */
const describeTree = (folder: string, under = ''): ReadonlyArray<string> =>
  readdirSync(join(folder, under))
    .sort()
    .flatMap((name) => {
      const path = join(under, name)
      const stat = lstatSync(join(folder, path))
      const content = stat.isSymbolicLink()
        ? readlinkSync(join(folder, path))
        : stat.isFile()
          ? readFileSync(join(folder, path), 'hex')
          : ''
      const line = [path, stat.mode.toString(8), stat.uid, stat.gid, Math.trunc(stat.mtimeMs), content].join(' ')
      return stat.isDirectory() ? [line, ...describeTree(folder, path)] : [line]
    })

const restoreNow = async (options: RestoreOptions = {}) => lab().run(restoreOrder(select(), { options }))

describe('a restore', () => {
  it('brings back every byte, mode, owner, link and time', async () => {
    const source = lab().source
    fill(source, { 'plain.txt': 'text', 'empty.txt': '', 'big.bin': 5_000_000, 'dir/deep/er/file.txt': 'deep' })
    fill(source, { 'with space/ümläut ☃.txt': 'unicode', '.hidden': 'dot' })
    mkdirSync(join(source, 'empty-folder'), { mode: 0o711 })
    symlinkSync('plain.txt', join(source, 'link'))
    symlinkSync('/nowhere/at/all', join(source, 'dangling'))
    chmodSync(join(source, 'plain.txt'), 0o640)
    chmodSync(join(source, 'big.bin'), 0o4755)
    chmodSync(join(source, 'dir'), 0o2750)
    if (process.getuid?.() === 0) {
      lchownSync(join(source, 'empty.txt'), 1234, 4321)
      lchownSync(join(source, 'dir/deep'), 1234, 4321)
      chmodSync(join(source, 'dir'), 0o2750)
    }
    utimesSync(join(source, 'plain.txt'), new Date('2001-02-03T04:05:06Z'), new Date('2001-02-03T04:05:06.789Z'))
    utimesSync(join(source, 'empty-folder'), new Date('1999-01-01T00:00:00Z'), new Date('1999-01-01T00:00:00Z'))
    // kopia gives a folder the newest time below it: here each is as old as its file.
    const deep = ['dir/deep/er/file.txt', 'dir/deep/er', 'dir/deep', 'dir', 'with space/ümläut ☃.txt', 'with space']
    deep.forEach((path) => utimesSync(join(source, path), 1_700_000_000, 1_700_000_000))
    await created(lab())
    const { snapshotId } = await saved(lab(), 'run-1')
    const result = succeeded(await lab().run(restoreOrder({ snapshotId })))
    expect(result).toEqual({
      restore: {
        restored: { snapshotId, identity: IDENTITY, files: 6, bytes: 5_000_000 + 4 + 4 + 7 + 3 },
      },
    })
    expect(describeTree(lab().target)).toEqual(describeTree(source))
  })

  it('makes two files of a hard link, which kopia does not record', async () => {
    fill(lab().source, { 'one.txt': 'same' })
    linkSync(join(lab().source, 'one.txt'), join(lab().source, 'two.txt'))
    await created(lab())
    await saved(lab(), 'run-1')
    succeeded(await restoreNow())
    const [one, two] = ['one.txt', 'two.txt'].map((name) => lstatSync(join(lab().target, name)))
    expect(one?.ino).not.toBe(two?.ino)
  })

  it('writes files into a target that is called like an archive', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    const target = lab().make('volume.tar')
    succeeded(await lab().run(restoreOrder(select(), { targetPath: target })))
    expect(readFileSync(join(target, 'a.txt'), 'utf8')).toBe('a')
  })
})

describe('an id', () => {
  it('that belongs to another identity is refused, and nothing is written', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    const { snapshotId } = await saved(lab(), 'run-1')
    const anchor = { username: 'somebody', hostname: 'else' }
    const run = await lab().run(restoreOrder({ snapshotId }, { anchor }))
    expect(failed(run)).toMatchObject({ kopiaErrorClass: 'SnapshotNotFound', retryRecommended: false })
    expect(failed(run).stderrTail).toContain(`no snapshot of somebody@else has the id ${snapshotId}`)
    expect(readdirSync(lab().target)).toEqual([])
  })
})

describe('options of a restore', () => {
  const prepare = async () => {
    fill(lab().source, { 'a.txt': 'from the snapshot', 'b.txt': 'b' })
    await created(lab())
    await saved(lab(), 'run-1')
    fill(lab().target, { 'a.txt': 'from the volume', 'extra.txt': 'not in the snapshot' })
  }
  const text = (name: string) => readFileSync(join(lab().target, name), 'utf8')

  it('overwrite files and keep the rest, when none is set', async () => {
    await prepare()
    succeeded(await restoreNow())
    expect(text('a.txt')).toBe('from the snapshot')
    expect(text('extra.txt')).toBe('not in the snapshot')
  })

  it('delete what the snapshot has not, only when asked to', async () => {
    await prepare()
    succeeded(await restoreNow({ enableFileDeletion: true }))
    expect(readdirSync(lab().target).sort()).toEqual(['a.txt', 'b.txt'])
  })

  it('fail rather than overwrite, when overwriting is off', async () => {
    await prepare()
    const run = await restoreNow({ overwriteFiles: false })
    expect('failed' in run.outcome).toBe(true)
    expect(text('a.txt')).toBe('from the volume')
  })

  it('skip what is there already', async () => {
    await prepare()
    succeeded(await restoreNow())
    const again = succeeded(await restoreNow({ skipExisting: true }))
    expect(again).toMatchObject({ restore: { restored: { files: 0 } } })
    expect(again).not.toMatchObject({ restore: { restored: { bytes: expect.anything() } } })
  })

  it('leave out times, modes and owners', async () => {
    await prepare()
    chmodSync(join(lab().source, 'b.txt'), 0o601)
    utimesSync(join(lab().source, 'b.txt'), 1000, 1000)
    await saved(lab(), 'run-2')
    succeeded(await restoreNow({ skipTimes: true, skipPermissions: true, skipOwners: true }))
    const stat = lstatSync(join(lab().target, 'b.txt'))
    expect(stat.mode & 0o777).not.toBe(0o601)
    expect(stat.mtimeMs).toBeGreaterThan(Date.parse('2020-01-01T00:00:00Z'))
  })

  it('are all understood by kopia', async () => {
    await prepare()
    const all: RestoreOptions = {
      ignorePermissionErrors: false,
      writeFilesAtomically: true,
      writeSparseFiles: false,
      skipOwners: false,
      skipPermissions: false,
      skipTimes: false,
      overwriteFiles: true,
      overwriteDirectories: true,
      overwriteSymlinks: true,
      ignoreErrors: false,
      skipExisting: false,
      parallel: 1,
      enableFileDeletion: true,
    }
    succeeded(await restoreNow(all))
    const opposite = Object.fromEntries(
      Object.entries(all).map(([key, value]) => [key, typeof value === 'boolean' ? !value : value]),
    )
    succeeded(
      await restoreNow({ ...opposite, overwriteFiles: true, overwriteDirectories: true, overwriteSymlinks: true }),
    )
  })
})

describe('the snapshot to restore', () => {
  const three = async () => {
    await created(lab())
    const runs = []
    for (const word of ['one', 'two', 'three']) {
      writeFileSync(join(lab().source, 'a.txt'), word)
      runs.push(await saved(lab(), `run-${word}`))
    }
    return runs
  }
  const restored = () => readFileSync(join(lab().target, 'a.txt'), 'utf8')

  it('is the newest, or one so many places older', async () => {
    const runs = await three()
    const latest = succeeded(await lab().run(restoreOrder(select())))
    expect(latest).toMatchObject({ restore: { restored: { snapshotId: runs[2]?.snapshotId } } })
    succeeded(await lab().run(restoreOrder(select({ offset: 2 }))))
    expect(restored()).toBe('one')
    const beyond = await lab().run(restoreOrder(select({ offset: 3 })))
    expect(failed(beyond).kopiaErrorClass).toBe('SnapshotNotFound')
  })

  it('is the newest that had ended by a time, and the offset counts from there', async () => {
    const runs = await three()
    const asOf = runs[1]?.endTime ?? ''
    succeeded(await lab().run(restoreOrder(select({ asOf }))))
    expect(restored()).toBe('two')
    succeeded(await lab().run(restoreOrder(select({ asOf, offset: 1 }))))
    expect(restored()).toBe('one')
  })

  it('is of exactly that identity and path, never of a parent folder', async () => {
    await three()
    const below = await lab().run(restoreOrder(select({ sourcePath: '/data/below' })))
    expect(failed(below).kopiaErrorClass).toBe('SnapshotNotFound')
    const foreign = await lab().run(restoreOrder(select({ hostname: 'other' })))
    expect(failed(foreign).kopiaErrorClass).toBe('SnapshotNotFound')
    expect(readdirSync(lab().target)).toEqual([])
  })

  it('may be of any path of the identity', async () => {
    await three()
    const { sourcePath: _any, ...identity } = IDENTITY
    succeeded(await lab().run(restoreOrder({ resolve: { ...identity, offset: 0, onMissing: 'Fail' } })))
    expect(restored()).toBe('three')
  })

  it('is never an incomplete one', async () => {
    await three()
    fill(lab().source, { 'a.bin': 60_000_000, 'b.bin': 50_000_000 })
    const snapshot = { uploadLimitMb: 1 }
    const limited = await lab().run({
      snapshot: { runUid: 'run-4', mountPath: '/source', identity: IDENTITY, tags: {}, policy: {}, ...snapshot },
    })
    expect(failed(limited).kopiaErrorClass).toBe('IncompleteSnapshot')
    succeeded(await lab().run(restoreOrder(select())))
    expect(restored()).toBe('three')
    const id = lab()
      .snapshots()
      .find(({ incomplete }) => incomplete !== undefined)?.id
    const run = await lab().run(restoreOrder({ snapshotId: id ?? '' }))
    expect(failed(run).kopiaErrorClass).toBe('IncompleteSnapshot')
  })

  it('may be missing, and then nothing is written', async () => {
    await created(lab())
    const run = await lab().run(restoreOrder(select({ onMissing: 'Continue' })))
    expect(succeeded(run)).toEqual({ restore: { noSnapshot: {} } })
    expect(readdirSync(lab().target)).toEqual([])
  })

  it('is waited for until a time', async () => {
    fill(lab().source, { 'a.txt': 'late' })
    await created(lab())
    const waitUntil = new Date(Date.now() + 60_000).toISOString()
    // A Job of its own: movers of one Job clear away what an earlier attempt left.
    const waiting = lab().run(restoreOrder(select({ waitUntil })), { env: { KOPIUR_JOB_NAME: 'waiting' } })
    await saved(lab(), 'run-1')
    succeeded(await waiting)
    expect(restored()).toBe('late')
  })

  it('is not waited for any longer when the mover is asked to stop', async () => {
    await created(lab())
    const waitUntil = new Date(Date.now() + 600_000).toISOString()
    const run = await lab().run(restoreOrder(select({ waitUntil })), {
      during: (mover) =>
        mover.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('kopia snapshot list","end"')) mover.kill('SIGTERM')
        }),
    })
    expect(failed(run).kopiaErrorClass).toBe('Cancelled')
    expect(run.code).toBe(143)
  })
})

describe('a repository on a volume that is mounted read-only', () => {
  it('can be restored from', async () => {
    fill(lab().source, { 'a.txt': 'a' })
    await created(lab())
    await saved(lab(), 'run-1')
    const { repository } = lab()
    execFileSync('mount', ['--bind', repository, repository])
    try {
      execFileSync('mount', ['-o', 'remount,bind,ro', repository])
      succeeded(await lab().run(restoreOrder(select()), { repository: { readOnly: true } }))
      expect(readFileSync(join(lab().target, 'a.txt'), 'utf8')).toBe('a')
    } finally {
      execFileSync('umount', [repository])
    }
  })
})

describe('a target that cannot be written', () => {
  // These stories mount a small disk: they need root.

  it('is told as lack of space', async () => {
    fill(lab().source, { 'a.bin': 8_000_000 })
    await created(lab())
    await saved(lab(), 'run-1')
    const small = lab().make('small')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small])
    try {
      const run = await lab().run(restoreOrder(select(), { targetPath: small }))
      expect(failed(run)).toMatchObject({ kopiaErrorClass: 'NoSpace', retryRecommended: false })
    } finally {
      execFileSync('umount', [small])
    }
    expect(existsSync(small)).toBe(true)
  })
})
