// Where the repository of the demo lies: a folder, or an S3 server on loopback started for it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startS3 } from '../s3-server.mjs'

const filesystem = async (work) => {
  const folder = join(work, 'repository')
  mkdirSync(folder)
  return { examples: 'quickstart', folder, stop: async () => undefined }
}

const s3 = async (work) => {
  const server = await startS3({
    folder: join(work, 's3'),
    accessKey: 'quickstart',
    secretKey: 'quickstart-secret',
    buckets: ['backups'],
  })
  return { examples: 'quickstart-s3', endpoint: server.endpoint, stop: server.stop }
}

const stores = { filesystem, s3 }

/** `filesystem` or `s3`. */
export const startStore = (name, work) => {
  const start = stores[name]
  if (!start) throw new Error(`STORE=${name} is not known; use one of ${Object.keys(stores).join(', ')}`)
  return start(work)
}
