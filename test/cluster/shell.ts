import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from './command'
import { crdsFile, metacontrollerBinary } from './engine/metacontroller'
import { commandBlocks } from './page'
import type { Cluster } from './provider/provider'

/** A person's terminal: `kubectl` on PATH, talking to the cluster. */
export interface Shell {
  /** Runs the blocks of a page one after the other in a checkout; only those below headings that match, if given. */
  readonly follow: (
    page: string,
    options?: { readonly checkout?: string; readonly headings?: RegExp },
  ) => Promise<string>
  readonly close: () => void
}

const ADDRESS = 'https://raw.githubusercontent.com/metacontroller/metacontroller/'

/** kubectl, but what the page takes from the internet is taken from the file beside the binary. */
const wrapper = (kubectl: string, file: string): string => `#!/bin/bash
for argument; do
  case $argument in ${ADDRESS}*) set -- "$@" '${file}' ;; *) set -- "$@" "$argument" ;; esac
  shift
done
exec '${kubectl}' "$@"
`

export const openShell = ({ kubeconfig, kubectl }: Cluster): Shell => {
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-shell-'))
  const binary = metacontrollerBinary()
  writeFileSync(join(folder, 'kubectl'), wrapper(kubectl, binary === undefined ? '' : crdsFile(binary)))
  chmodSync(join(folder, 'kubectl'), 0o755)
  const env = { KUBECONFIG: kubeconfig, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  return {
    follow: async (page, { checkout = process.cwd(), headings = /./ } = {}) => {
      const blocks = commandBlocks(page).filter(({ heading }) => headings.test(heading))
      if (blocks.length === 0) throw new Error(`${page} has no commands below ${String(headings)}`)
      const said: string[] = []
      for (const { commands } of blocks)
        said.push(
          await command('bash', ['-euo', 'pipefail', '-c', commands], { cwd: checkout, env, timeoutSeconds: 300 }),
        )
      return said.join('')
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
