import { createHash } from 'node:crypto'
import { createReadStream, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command'

export interface ImageConfig {
  readonly entrypoint: ReadonlyArray<string>
  readonly env: ReadonlyArray<string>
  readonly user: string
  readonly workingDirectory: string
}

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

const sha256OfFile = (file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const hash = createHash('sha256')
    createReadStream(file)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => resolve(hash.digest('hex')))
      .on('error', reject)
  })

const REPRODUCIBLE = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mtime=@0',
  '--format=pax',
  '--pax-option=delete=atime,delete=ctime',
]
const BLOB = 'blobs/sha256'

const imageConfig = (config: ImageConfig, layer: string): object => ({
  architecture: 'amd64',
  os: 'linux',
  created: '1970-01-01T00:00:00Z',
  config: { Entrypoint: config.entrypoint, Env: config.env, User: config.user, WorkingDir: config.workingDirectory },
  rootfs: { type: 'layers', diff_ids: [`sha256:${layer}`] },
  history: [{ created_by: 'kopiur' }],
})

const OCI = 'application/vnd.oci.image'
const descriptor = (mediaType: string, digest: string, size: number, more: object = {}): object => ({
  mediaType,
  digest: `sha256:${digest}`,
  size,
  ...more,
})

/** Packs a folder as a one-layer OCI archive under these names; the same tree gives the same bytes. */
export const packImage = async (
  root: string,
  names: ReadonlyArray<string>,
  config: ImageConfig,
  file: string,
): Promise<void> => {
  const work = `${file}.work`
  rmSync(work, { recursive: true, force: true })
  try {
    const blobs = join(work, BLOB)
    mkdirSync(blobs, { recursive: true })
    const put = (data: Buffer): string => {
      const digest = sha256(data)
      writeFileSync(join(blobs, digest), data)
      return digest
    }
    const layerFile = join(work, 'layer.tar')
    await command('tar', ['-C', root, ...REPRODUCIBLE, '-cf', layerFile, '.'])
    const layer = await sha256OfFile(layerFile)
    linkSync(layerFile, join(blobs, layer))
    rmSync(layerFile)
    const configText = Buffer.from(JSON.stringify(imageConfig(config, layer)))
    const manifestText = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: `${OCI}.manifest.v1+json`,
        config: descriptor(`${OCI}.config.v1+json`, put(configText), configText.length),
        layers: [descriptor(`${OCI}.layer.v1.tar`, layer, statSync(join(blobs, layer)).size)],
      }),
    )
    const platform = { architecture: 'amd64', os: 'linux' }
    const digest = put(manifestText)
    const manifests = names.map((name) =>
      descriptor(`${OCI}.manifest.v1+json`, digest, manifestText.length, {
        platform,
        annotations: { 'io.containerd.image.name': name },
      }),
    )
    writeFileSync(
      join(work, 'index.json'),
      JSON.stringify({ schemaVersion: 2, mediaType: `${OCI}.index.v1+json`, manifests }),
    )
    writeFileSync(join(work, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
    await command('tar', ['-C', work, ...REPRODUCIBLE, '-cf', `${file}.part`, 'oci-layout', 'index.json', 'blobs'])
    await command('mv', [`${file}.part`, file])
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
