import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packImage } from '../images/archive'
import { kubectlOf } from '../kubectl'
import { HOME } from '../provider/local/layout'
import type { Cluster, ImageArchive } from '../provider/provider'
import type { Engine, RunningEngine } from './engine'

/** The image that the manifests name. */
const IMAGE = 'ghcr.io/metacontroller/metacontroller:v4.17.2'
const NAMESPACE = 'metacontroller'
const OVERLAY = join(process.cwd(), 'manifests/metacontroller')
const CRDS = 'metacontroller-crds-v1.yaml'

const onPath = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, 'metacontroller'))
    .find((file) => existsSync(file))

/** The binary named by `METACONTROLLER`, or the one on PATH. */
export const metacontrollerBinary = (): string | undefined => {
  const named = process.env['METACONTROLLER']
  return named !== undefined && named !== '' ? named : onPath()
}

/** Its three CustomResourceDefinitions: the file named by `METACONTROLLER_CRDS`, or the one beside the binary. */
export const crdsFile = (binary: string): string => {
  const file = process.env['METACONTROLLER_CRDS'] ?? join(dirname(binary), CRDS)
  if (!existsSync(file))
    throw new Error(`${file} is missing: lay Metacontroller's ${CRDS} there or name it by METACONTROLLER_CRDS`)
  return file
}

const packBinary = async (binary: string): Promise<ImageArchive> => {
  const folder = join(HOME, 'images')
  const root = join(folder, 'metacontroller.root')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'etc'), { recursive: true })
  copyFileSync(binary, join(root, 'metacontroller'))
  chmodSync(join(root, 'metacontroller'), 0o755)
  writeFileSync(join(root, 'etc/passwd'), 'nonroot:x:65532:65532:nonroot:/:/sbin/nologin\n')
  const file = join(folder, 'metacontroller.tar')
  const config = { entrypoint: ['/metacontroller'], env: [], user: '65532:65532', workingDirectory: '/' }
  await packImage(root, [IMAGE], config, file)
  return { name: 'metacontroller', file }
}

const start =
  (binary: string) =>
  async (cluster: Cluster): Promise<RunningEngine> => {
    const kubectl = kubectlOf(cluster)
    await kubectl.apply(readFileSync(crdsFile(binary), 'utf8'))
    await kubectl.run([
      'wait',
      '--for=condition=Established',
      'crd',
      'compositecontrollers.metacontroller.k8s.io',
      '--timeout=60s',
    ])
    await kubectl.apply(await kubectl.run(['kustomize', OVERLAY]))
    await kubectl.run(['-n', NAMESPACE, 'rollout', 'status', 'deployment/metacontroller', '--timeout=120s'])
    return {
      version: `metacontroller (${binary})`,
      apply: kubectl.apply,
      kill: async () => {
        await kubectl.run(['-n', NAMESPACE, 'delete', 'pods', '--all', '--force', '--grace-period=0', '--wait=false'])
      },
      close: () => undefined,
      log: () =>
        kubectl.run([
          '-n',
          NAMESPACE,
          'logs',
          '-l',
          'app.kubernetes.io/name=metacontroller',
          '--tail=2000',
          '--prefix',
        ]),
    }
  }

/** The real one, from a binary at hand, run as users run it: two pods with leader election and a narrow role. */
export const metacontroller = (binary: string): Engine => ({
  name: 'metacontroller',
  images: async () => [await packBinary(binary)],
  start: start(binary),
})
