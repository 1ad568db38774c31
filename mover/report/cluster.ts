import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { Annotation } from '../../api/names/annotations'
import type { Reporter } from '../capabilities'

export type ApiServer = {
  readonly host: string
  readonly port: number
  /** Folder with `token` and `ca.crt` of a ServiceAccount. */
  readonly account: string
}

const ATTEMPT_MS = 10_000
const OUTCOME_FOR_MS = 120_000

type Answer = { readonly status: number; readonly body: string }

const patch = async (server: ApiServer, path: string, body: string): Promise<Answer> => {
  // Read each time: the kubelet renews the token.
  const [token, ca] = await Promise.all([
    readFile(`${server.account}/token`, 'utf8'),
    readFile(`${server.account}/ca.crt`, 'utf8'),
  ])
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: server.host,
        port: server.port,
        path,
        method: 'PATCH',
        ca,
        agent: false,
        headers: {
          authorization: `Bearer ${token.trim()}`,
          'content-type': 'application/merge-patch+json',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
        },
        timeout: ATTEMPT_MS,
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
      },
    )
    call.on('timeout', () => call.destroy(new Error('the API server did not answer in time')))
    call.on('error', reject)
    call.end(body)
  })
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** No repetition helps against these: not ours, not there, not valid. */
const final = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429

const once = async (server: ApiServer, path: string, body: string): Promise<{ done: boolean; error?: Error }> => {
  try {
    const { status, body: text } = await patch(server, path, body)
    if (status < 300) return { done: true }
    return { done: final(status), error: new Error(`the API server answered ${status}: ${text.slice(0, 500)}`) }
  } catch (error) {
    return { done: false, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

const patchFor = async (server: ApiServer, path: string, body: string, forMs: number): Promise<void> => {
  const end = Date.now() + forMs
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
    const { done, error } = await once(server, path, body)
    if (error === undefined) return
    if (done || Date.now() + pause >= end) throw error
    await wait(pause)
  }
}

/** Reports as annotations on the Job that runs this process. An outcome is worth waiting for a restarting API server. */
export const clusterReporter = (
  server: ApiServer,
  job: { readonly namespace: string; readonly name: string },
): Reporter => {
  const path = `/apis/batch/v1/namespaces/${encodeURIComponent(job.namespace)}/jobs/${encodeURIComponent(job.name)}?fieldManager=kopiur-mover`
  const annotate = (key: string, value: unknown, forMs: number) =>
    patchFor(server, path, JSON.stringify({ metadata: { annotations: { [key]: JSON.stringify(value) } } }), forMs)
  return {
    outcome: (outcome) => annotate(Annotation.outcome, outcome, OUTCOME_FOR_MS),
    progress: (progress) => annotate(Annotation.progress, progress, 0),
  }
}
