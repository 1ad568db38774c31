import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { imageRoot } from '../images'
import type { InstallationScenario } from './scenario'

const MEGABYTE = 1_000_000

const files = (root: string): ReadonlyArray<string> =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => lstatSync(join(root, path)).isFile())
    .sort()

const megabytes = (root: string): number =>
  files(root).reduce((sum, path) => sum + lstatSync(join(root, path)).size, 0) / MEGABYTE

/** What is there beside the libraries that Node is linked with. */
const programs = (root: string): ReadonlyArray<string> =>
  files(root).filter((path) => /^(app|bin|sbin|usr\/(local\/)?s?bin)\//.test(path))

const pinned = (): string =>
  /github\.com\/kopia\/kopia v(\S+)/.exec(readFileSync('tools/kopia/go.mod', 'utf8'))?.[1] ?? 'no version'

const moverImage = (): string =>
  /ghcr\.io\/\S+-mover:[\w.-]+/.exec(readFileSync('manifests/base/deployment.yaml', 'utf8'))?.[0] ?? 'no image'

const kopiaPod = (): string => `apiVersion: v1
kind: Pod
metadata: { name: kopia, namespace: NAMESPACE }
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: kopia
      image: ${moverImage()}
      command: [/usr/local/bin/kopia, --version]
      securityContext:
        { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
`

export const images: ReadonlyArray<InstallationScenario> = [
  {
    name: 'the mover image is Node, kopia and one program, at most 200 MB unpacked',
    play: async () => {
      expect(programs(imageRoot('mover'))).toEqual([
        'app/LICENSE',
        'app/mover.cjs',
        'usr/bin/node',
        'usr/local/bin/kopia',
      ])
      expect(megabytes(imageRoot('mover'))).toBeLessThanOrEqual(200)
    },
  },
  {
    name: 'the hooks image is Node and one program, without kopia',
    play: async () => {
      expect(programs(imageRoot('hooks'))).toEqual(['app/LICENSE', 'app/hooks.cjs', 'usr/bin/node'])
      expect(megabytes(imageRoot('hooks'))).toBeLessThanOrEqual(150)
    },
  },
  {
    name: 'kopia of the mover image is the pinned release and runs as nobody on a read-only root',
    play: async ({ kubectl }, stage) => {
      await stage.apply(kopiaPod())
      const inNamespace = ['-n', stage.namespace]
      await kubectl.run([
        ...inNamespace,
        'wait',
        '--for=jsonpath={.status.phase}=Succeeded',
        'pod/kopia',
        '--timeout=60s',
      ])
      expect(await kubectl.run([...inNamespace, 'logs', 'kopia'])).toContain(pinned())
    },
  },
]
