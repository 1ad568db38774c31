// The quickstart manifests, and what only this machine needs beside them: volumes that are folders.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const write = (folder, name, text) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const namespace = `apiVersion: v1
kind: Namespace
metadata:
  name: quickstart
`

const folderVolume = (claim, path) => `---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: ${claim}
spec:
  capacity: { storage: 10Gi }
  accessModes: [ReadWriteMany]
  hostPath: { path: ${JSON.stringify(path)} }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${claim}
  namespace: quickstart
spec:
  volumeName: ${claim}
  accessModes: [ReadWriteMany]
  resources: { requests: { storage: 10Gi } }
`

/** Lays docs/examples/quickstart and its volumes into one folder and returns it. */
export const writeFolder = ({ root, work, documents, store }) => {
  const folder = join(work, 'manifests')
  mkdirSync(folder)
  write(
    folder,
    '0-volumes.yaml',
    namespace + folderVolume('documents', documents) + (store.folder ? folderVolume('backup-store', store.folder) : ''),
  )
  const examples = join(root, 'docs', 'examples', store.examples)
  for (const file of readdirSync(examples)) {
    cpSync(join(examples, file), join(folder, file))
    if (store.endpoint)
      write(folder, file, readFileSync(join(folder, file), 'utf8').replace('127.0.0.1:9021', store.endpoint))
  }
  return folder
}

export const snapshot = (name) => `apiVersion: kopiur.home-operations.com/v1alpha1
kind: Snapshot
metadata:
  name: ${name}
  namespace: quickstart
spec:
  policyRef:
    name: documents
`

export const restore = (name, snapshotName) => `apiVersion: kopiur.home-operations.com/v1alpha1
kind: Restore
metadata:
  name: ${name}
  namespace: quickstart
spec:
  source:
    snapshotRef:
      name: ${snapshotName}
  target:
    pvcRef:
      name: documents
`
