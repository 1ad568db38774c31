import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command'
import { BIN, HOME } from './provider/local/layout'

const TOOLS = join(process.cwd(), 'tools')
const KUBERNETES = '1.34.4'
const [MAJOR, MINOR] = KUBERNETES.split('.')
const COMPONENT = 'k8s.io/component-base/version'
const VERSION_FLAGS = `-X ${COMPONENT}.gitVersion=v${KUBERNETES} -X ${COMPONENT}.gitMajor=${MAJOR} -X ${COMPONENT}.gitMinor=${MINOR}`
const SNAPSHOTTER = 'github.com/kubernetes-csi/external-snapshotter'

interface Module {
  /** Folder under tools/ whose go.mod and go.sum pin what is built. */
  readonly folder: string
  readonly programs: { readonly [name: string]: string }
  readonly linkerFlags?: string
}

const MODULES: ReadonlyArray<Module> = [
  {
    folder: 'kubernetes',
    programs: Object.fromEntries(
      ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy', 'kubectl'].map(
        (name) => [name, `k8s.io/kubernetes/cmd/${name}`],
      ),
    ),
    linkerFlags: VERSION_FLAGS,
  },
  { folder: 'etcd', programs: { etcd: 'go.etcd.io/etcd/server/v3' } },
  { folder: 'coredns', programs: { coredns: '.' } },
  {
    folder: 'snapshotter',
    programs: {
      'snapshot-controller': `${SNAPSHOTTER}/v8/cmd/snapshot-controller`,
      'csi-snapshotter': `${SNAPSHOTTER}/v8/cmd/csi-snapshotter`,
      'csi-driver': './csi-driver',
    },
  },
]

const sources = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(go|mod|sum)$/.test(file))
    .sort()

const pins = ({ folder, linkerFlags }: Module): string => {
  const hash = createHash('sha256').update(linkerFlags ?? '')
  const root = join(TOOLS, folder)
  sources(root).forEach((file) => hash.update(file).update(readFileSync(join(root, file))))
  return hash.digest('hex')
}

const isBuilt = (module: Module, stamp: string): boolean =>
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === pins(module) &&
  Object.keys(module.programs).every((name) => existsSync(join(BIN, name)))

const buildModule = async (module: Module, say: (line: string) => void): Promise<void> => {
  const stamp = join(HOME, `${module.folder}.pins`)
  if (isBuilt(module, stamp)) return
  for (const [name, source] of Object.entries(module.programs)) {
    say(`building ${name}`)
    const flags = ['-trimpath', '-ldflags', `-s -w ${module.linkerFlags ?? ''}`, '-o', join(BIN, `${name}.part`)]
    await command('go', ['build', ...flags, source], {
      cwd: join(TOOLS, module.folder),
      env: { CGO_ENABLED: '0' },
      timeoutSeconds: 3600,
    })
    await command('mv', [join(BIN, `${name}.part`), join(BIN, name)])
  }
  writeFileSync(stamp, pins(module))
}

const layCrds = async (): Promise<void> => {
  const target = join(HOME, 'crd')
  if (existsSync(target)) return
  const source = (
    await command('go', ['list', '-m', '-f', '{{.Dir}}', `${SNAPSHOTTER}/client/v8`], {
      cwd: join(TOOLS, 'snapshotter'),
    })
  ).trim()
  const part = `${target}.part`
  rmSync(part, { recursive: true, force: true })
  cpSync(join(source, 'config/crd'), part, { recursive: true })
  chmodSync(part, 0o755)
  rmSync(join(part, 'kustomization.yaml'), { force: true })
  await command('mv', [part, target])
}

const PACKAGES = [
  'containerd',
  'containernetworking-plugins',
  'iptables',
  'iproute2',
  'openssl',
  'curl',
  'gcc',
  'libc6-dev',
]
const PROOFS = [
  '/usr/bin/containerd',
  '/usr/sbin/runc',
  '/usr/lib/cni/bridge',
  '/usr/sbin/iptables',
  '/usr/bin/openssl',
  '/usr/bin/curl',
  '/usr/bin/gcc',
]

const installPackages = async (say: (line: string) => void): Promise<void> => {
  if (PROOFS.every((file) => existsSync(file))) return
  say(`installing ${PACKAGES.join(' ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await command('apt-get', ['update', '-qq'], { env })
  await command('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env })
}

/** Builds every program of a local cluster once, keyed by what pins it. About 13 minutes of two cores from nothing. */
export const ensurePrograms = async (say: (line: string) => void): Promise<void> => {
  mkdirSync(BIN, { recursive: true })
  await installPackages(say)
  for (const module of MODULES) await buildModule(module, say)
  await layCrds()
}
