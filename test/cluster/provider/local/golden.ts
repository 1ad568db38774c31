import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../command'
import { withLock } from '../../lock'
import type { ImageArchive } from '../provider'
import { containerdConfig } from './configuration'
import { HOME } from './layout'

const ROOT = join(HOME, 'golden')

const fingerprint = (images: ReadonlyArray<ImageArchive>): string =>
  images.map(({ name, file }) => `${name} ${file} ${statSync(file).size} ${statSync(file).mtimeMs}`).join('\n')

const IMPORT = `set -euo pipefail
mount --make-rprivate /
mount -t tmpfs kopiur-run /run
mkdir -p /run/kopiur-containerd
ip link set lo up
containerd -c "$GOLDEN/containerd.toml" >"$GOLDEN/containerd.log" 2>&1 &
pid=$!
client="ctr -a /run/kopiur-containerd/containerd.sock -n k8s.io"
for _ in $(seq 200); do $client version >/dev/null 2>&1 && break; sleep 0.05; done
for file in $ARCHIVES; do $client images import "$file" >/dev/null; done
kill -TERM $pid
wait $pid || true
`

/** containerd's two databases are written at run time and are copied for each run; the rest is hard-linked. */
const DATABASES = ['io.containerd.metadata.v1.bolt/meta.db', 'io.containerd.snapshotter.v1.overlayfs/metadata.db']

/** A containerd root with all images imported, made anew only when the archives changed. */
const ensureGoldenRoot = async (images: ReadonlyArray<ImageArchive>): Promise<void> => {
  const stamp = join(ROOT, 'stamp')
  const wanted = fingerprint(images)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(ROOT, { recursive: true, force: true })
  mkdirSync(join(ROOT, 'root'), { recursive: true })
  writeFileSync(join(ROOT, 'containerd.toml'), containerdConfig(join(ROOT, 'root'), join(ROOT, 'cni')))
  const isolation = ['--mount', '--pid', '--net', '--fork', '--kill-child=SIGKILL', '--mount-proc']
  const env = { GOLDEN: ROOT, ARCHIVES: images.map(({ file }) => file).join(' ') }
  await command('unshare', [...isolation, 'bash', '-c', IMPORT], { env })
  writeFileSync(stamp, wanted)
}

const clone = async (target: string): Promise<void> => {
  await command('cp', ['-al', join(ROOT, 'root'), target])
  for (const file of DATABASES)
    await command('cp', ['--remove-destination', join(ROOT, 'root', file), join(target, file)])
}

/** Gives a run its own containerd root with all images in it; in a twentieth of a second if they are as last time. */
export const containerdRoot = (images: ReadonlyArray<ImageArchive>, target: string): Promise<void> =>
  withLock(join(HOME, 'golden.lock'), async () => {
    await ensureGoldenRoot(images)
    await clone(target)
  })
