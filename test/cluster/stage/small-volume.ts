import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command'
import type { SmallVolume } from './stage'

/** Enters the mount namespace that a volume is used in. */
export interface Inside {
  readonly command: ReadonlyArray<string>
  /** Where this machine sees the root of its files. */
  readonly root: string
}

/** This machine itself. */
export const HERE: Inside = { command: [], root: '' }

export interface Mounted extends SmallVolume {
  readonly release: () => Promise<void>
}

/** A file system in memory of so many MiB over the folder of a volume that nobody uses yet. */
export const mountSmall = async (
  claim: string,
  path: string,
  { mebibytes, inside }: { readonly mebibytes: number; readonly inside: Inside },
): Promise<Mounted> => {
  const run = async (...args: ReadonlyArray<string>): Promise<void> => {
    const [program = '', ...rest] = [...inside.command, ...args]
    await command(program, rest)
  }
  const folder = `${inside.root}${path}`
  const filler = join(folder, 'filler')
  await run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=777`, 'kopiur-small', path)
  return {
    claim,
    folder,
    // dd ends with an error once there is no room for a block; the smaller blocks take what the larger leave.
    fill: async () => {
      for (const size of ['1M', '4k'])
        await command('dd', ['if=/dev/zero', `of=${filler}`, `bs=${size}`, 'oflag=append', 'conv=notrunc']).catch(
          () => undefined,
        )
    },
    makeRoom: async () => rmSync(filler),
    resize: (to) => run('mount', '-o', `remount,size=${to}m`, path),
    // A volume that went with its claim took its file system along.
    release: () => run('sh', '-c', 'if mountpoint -q "$0"; then umount --lazy "$0"; fi', path),
  }
}
