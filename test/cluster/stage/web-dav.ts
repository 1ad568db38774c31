import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'

/** A folder that WebDAV clients of this user may write into. */
export interface WebDav {
  readonly url: string
  readonly username: string
  readonly password: string
}

export interface RunningWebDav extends WebDav {
  readonly stop: () => Promise<void>
}

const USER = { username: 'stage', password: 'stage-password' }
const AUTHORIZATION = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`

interface Answer {
  readonly status: number
  readonly body?: string | Buffer
}

const pathOf = (address: string): string => decodeURIComponent(new URL(address, 'http://host').pathname)

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const entry = async (folder: string, path: string): Promise<string> => {
  const facts = await stat(join(folder, path))
  const isFolder = facts.isDirectory()
  const kind = isFolder ? '<D:resourcetype><D:collection/></D:resourcetype>' : '<D:resourcetype/>'
  const size = isFolder ? '' : `<D:getcontentlength>${facts.size}</D:getcontentlength>`
  const time = `<D:getlastmodified>${facts.mtime.toUTCString()}</D:getlastmodified>`
  const name = `<D:displayname>${basename(path)}</D:displayname>`
  const href = isFolder && !path.endsWith('/') ? `${path}/` : path
  return `<D:response><D:href>${encodeURI(href)}</D:href><D:propstat><D:prop>${name}${kind}${size}${time}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
}

const describe = async (folder: string, path: string, depth: string | undefined): Promise<Answer> => {
  const isFolder = (await stat(join(folder, path))).isDirectory()
  const names = isFolder && depth !== '0' ? await readdir(join(folder, path)) : []
  const entries = await Promise.all([path, ...names.map((name) => join(path, name))].map((one) => entry(folder, one)))
  const body = `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">${entries.join('')}</D:multistatus>`
  return { status: 207, body }
}

const answer = async (folder: string, request: IncomingMessage): Promise<Answer> => {
  const path = pathOf(request.url ?? '/')
  const file = join(folder, path)
  switch (request.method) {
    case 'OPTIONS':
      return { status: 200 }
    case 'PROPFIND':
      return describe(folder, path, request.headers['depth']?.toString())
    case 'GET':
      return { status: 200, body: await readFile(file) }
    case 'PUT':
      await writeFile(file, await bodyOf(request))
      return { status: 201 }
    case 'MKCOL':
      await mkdir(file)
      return { status: 201 }
    case 'MOVE':
      await rename(file, join(folder, pathOf(String(request.headers['destination']))))
      return { status: 201 }
    case 'DELETE':
      await rm(file, { recursive: true })
      return { status: 204 }
    default:
      return { status: 405 }
  }
}

/** What a file system says, in the words of WebDAV: nothing there is 404, an existing folder 405, a missing parent 409. */
const refusal = (error: unknown, method: string | undefined): Answer => {
  // Errors of Node are of another realm than the tests: `instanceof` does not know them.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'EEXIST') return { status: 405 }
  if (code === 'ENOENT') return { status: method === 'PUT' || method === 'MKCOL' || method === 'MOVE' ? 409 : 404 }
  return { status: 500, body: String(error) }
}

const serve =
  (folder: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const authorized = request.headers.authorization === AUTHORIZATION
    const given = authorized
      ? await answer(folder, request).catch((error: unknown) => refusal(error, request.method))
      : { status: 401 }
    const challenge = authorized ? {} : { 'www-authenticate': 'Basic realm="stage"' }
    const length = { 'content-length': Buffer.byteLength(given.body ?? '') }
    request.resume()
    response.writeHead(given.status, { dav: '1', ...challenge, ...length }).end(given.body)
  }

/** A WebDAV server of this process, at an address that pods reach. */
export const startWebDav = async (folder: string, host: string): Promise<RunningWebDav> => {
  await mkdir(folder, { recursive: true })
  const server = createServer((request, response) => void serve(folder)(request, response))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}/`,
    ...USER,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
