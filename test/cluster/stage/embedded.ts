import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { parseAllDocuments } from 'yaml'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { startLocal } from '../../../embedded/local/local-cluster'
import { command } from '../command'
import { waitFor } from '../wait'
import { startObjectStore } from './object-store'
import { look } from './see'
import { HERE, mountSmall, type Mounted } from './small-volume'
import type { ObjectStore, Stage, Volume } from './stage'
import { startWebDav, type WebDav } from './web-dav'

const parse = (manifests: string): ReadonlyArray<KubeObject> =>
  parseAllDocuments(manifests).flatMap((document) => {
    const object: unknown = document.toJS()
    return typeof object === 'object' && object !== null ? [object as KubeObject] : []
  })

/** Creates what is not there and merges into what is. */
const applyOne = async (kube: KubeClient, object: KubeObject): Promise<void> => {
  const { apiVersion, kind, metadata } = object
  const ref = {
    apiVersion,
    kind,
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  }
  const found = await kube.get(ref)()
  const written = E.isLeft(found)
    ? await kube.create(object)()
    : await kube.patch(ref, { type: 'merge', body: JSON.parse(JSON.stringify(object)) })()
  if (E.isLeft(written)) throw new Error(`${kind} ${metadata.name}: ${written.left.message}`)
}

const folderVolume = (name: string, namespace: string, path: string): string => `apiVersion: v1
kind: PersistentVolume
metadata: { name: ${namespace}-${name} }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteMany]
  hostPath: { path: ${JSON.stringify(path)} }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  volumeName: ${namespace}-${name}
  accessModes: [ReadWriteMany]
  resources: { requests: { storage: 1Gi } }
`

const kopiaBinary = async (): Promise<string> =>
  (await command(process.execPath, ['scripts/go-tool.mjs', 'kopia'], { timeoutSeconds: 1800 })).trim()

/** The whole product in this process: API in memory, movers as processes, volumes as folders, real kopia. */
export const embeddedStage = async (
  namespace: string,
): Promise<{ readonly stage: Stage; readonly close: () => Promise<void> }> => {
  const root = process.cwd()
  const mover = join(root, 'dist/mover.cjs')
  if (!existsSync(mover)) await command('npm', ['run', '--silent', 'build'])
  const work = mkdtempSync(join(tmpdir(), 'kopiur-stage-'))
  const started = await startLocal({
    folder: join(work, 'state'),
    root,
    mover: [process.execPath, mover],
    environment: { KOPIUR_KOPIA_BINARY: await kopiaBinary(), PATH: process.env['PATH'] ?? '' },
    log: () => undefined,
    backoffMs: 500,
  })
  if (E.isLeft(started)) throw new Error(started.left.message)
  const cluster = started.right
  const servers: Array<{ readonly stop: () => Promise<void> }> = []
  const small: Mounted[] = []
  const apply = async (manifests: string): Promise<void> => {
    for (const object of parse(manifests.replaceAll('NAMESPACE', namespace))) await applyOne(cluster.api, object)
  }
  await apply(`apiVersion: v1\nkind: Namespace\nmetadata: { name: ${namespace} }\n`)
  const volume = async (name: string): Promise<Volume> => {
    const folder = join(work, 'volumes', name)
    mkdirSync(folder, { recursive: true })
    await apply(folderVolume(name, namespace, folder))
    await waitFor(`claim ${name} to be bound`, async () => {
      const found = await cluster.api.get({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name })()
      const status = E.isRight(found) ? found.right['status'] : undefined
      return typeof status === 'object' && status !== null && 'phase' in status && status.phase === 'Bound'
        ? true
        : undefined
    })
    return { claim: name, folder }
  }
  const folderOf = async (name: string): Promise<string> => {
    const claim = await look(cluster.api, { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name })
    const volumeName = String(claim?.spec?.['volumeName'])
    const bound = await look(cluster.api, { apiVersion: 'v1', kind: 'PersistentVolume', name: volumeName })
    return (bound?.spec?.['hostPath'] as { readonly path: string }).path
  }
  const objectStore = async (bucket: string): Promise<ObjectStore> => {
    const store = await startObjectStore(join(work, 's3', bucket), bucket, '127.0.0.1')
    servers.push(store)
    return store
  }
  const webDav = async (name: string): Promise<WebDav> => {
    const server = await startWebDav(join(work, 'webdav', name), '127.0.0.1')
    servers.push(server)
    return server
  }
  const smallVolume = async (name: string, mebibytes: number): Promise<Mounted> => {
    const { folder } = await volume(name)
    const mounted = await mountSmall(name, folder, { mebibytes, inside: HERE })
    small.push(mounted)
    return mounted
  }
  const close = async (): Promise<void> => {
    await cluster.stop()
    for (const { stop } of servers) await stop()
    for (const { release } of small) await release()
    rmSync(work, { recursive: true, force: true })
  }
  const isRoot = process.getuid?.() === 0
  const stage: Stage = {
    name: 'embedded',
    namespace,
    kube: cluster.api,
    apply,
    volume,
    folderOf,
    objectStore,
    webDav,
    ...(isRoot ? { smallVolume } : {}),
  }
  return { stage, close }
}
