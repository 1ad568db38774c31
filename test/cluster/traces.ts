import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { command } from './command'
import type { Layout } from './provider/local/layout'

const processes = (place: Layout): ReadonlyArray<string> =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(`${place.run}/`) || line.includes(place.kubeconfig) ? [`process ${pid} ${line}`] : []
      } catch {
        return []
      }
    })

const lines = (text: string, part: string): ReadonlyArray<string> =>
  text.split('\n').filter((line) => line.includes(part))

const mounts = (place: Layout): ReadonlyArray<string> =>
  lines(readFileSync('/proc/self/mounts', 'utf8'), place.run).map((line) => `mount ${line}`)

const network = async (place: Layout): Promise<ReadonlyArray<string>> => [
  ...lines(await command('ip', ['-brief', 'link']), `kopiur${place.number}`),
  ...lines(await command('ip', ['route']), place.nodeAddress),
]

const cgroups = (place: Layout): ReadonlyArray<string> =>
  ['', ...readdirSync('/sys/fs/cgroup')]
    .map((tree) => `/sys/fs/cgroup/${tree}${place.cgroup}`)
    .filter((folder) => existsSync(folder))

const files = (place: Layout): ReadonlyArray<string> => [place.run, place.kubeconfig].filter((path) => existsSync(path))

/** Everything on this machine that belongs to a local cluster of this number and should be gone with it. */
export const tracesOf = async (place: Layout): Promise<ReadonlyArray<string>> => [
  ...processes(place),
  ...mounts(place),
  ...(await network(place)),
  ...cgroups(place),
  ...files(place),
]

const SETTINGS = ['vm/overcommit_memory', 'kernel/panic', 'kernel/panic_on_oops', 'net/ipv4/ip_forward']

/** What is the whole machine's and must be as it was: firewall rules, kernel settings, loop devices. */
export const machine = async (): Promise<ReadonlyArray<string>> => [
  ...(await command('iptables-save', [])).split('\n').filter((line) => !line.startsWith('#')),
  ...SETTINGS.map((name) => `${name} ${readFileSync(`/proc/sys/${name}`, 'utf8').trim()}`),
  await command('losetup', ['--all', '--output', 'NAME,BACK-FILE']),
]
