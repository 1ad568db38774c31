import { existsSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../command'
import { waitFor } from '../../wait'
import type { Layout } from './layout'
import { runningInit } from './init'

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

const removeTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(join(folder, entry.name))
  rmdirSync(folder)
}

const cgroups = (place: Layout): ReadonlyArray<string> =>
  readdirSync('/sys/fs/cgroup')
    .map((tree) => join('/sys/fs/cgroup', tree + place.cgroup))
    .filter((folder) => existsSync(folder))

/** They empty a moment after their processes ended. Others may not be touched: their cluster has the same network, too. */
const removeCgroups = (place: Layout): Promise<true> =>
  waitFor(
    `the cgroups ${place.cgroup} to empty (a cluster of this number that is kept in another cache?)`,
    async () => {
      cgroups(place).forEach(removeTree)
      return cgroups(place).length === 0 ? true : undefined
    },
  )

/** Ends the cluster: its namespaces take every process, mount and firewall rule with them. */
export const down = async (place: Layout): Promise<void> => {
  const init = runningInit(place)
  const outer = join(place.run, 'pid.outer')
  if (existsSync(outer)) kill(Number(readFileSync(outer, 'utf8')))
  if (init !== undefined) {
    kill(init)
    await waitFor('the namespaces to end', async () => (runningInit(place) === undefined ? true : undefined))
  }
  await removeCgroups(place)
  await command('ip', ['link', 'del', place.hostLink]).catch(() => undefined)
  rmSync(place.run, { recursive: true, force: true })
  rmSync(place.kubeconfig, { force: true })
}
