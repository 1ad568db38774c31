import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { Annotation } from '../../api/names/annotations'
import type { Reporter } from '../capabilities'
import { newestChoice } from './newest-choice'

export type ApiServer = {
  readonly host: string
  readonly port: number
  /** Folder with `token` and `ca.crt` of a ServiceAccount. */
  readonly account: string
}

const ATTEMPT_MS = 10_000
const OUTCOME_FOR_MS = 120_000
const CHOICE_FOR_MS = 30_000

type Answer = { readonly status: number; readonly body: string }

const send = async (server: ApiServer, path: string, body?: string): Promise<Answer> => {
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
        method: body === undefined ? 'GET' : 'PATCH',
        ca,
        agent: false,
        headers: {
          authorization: `Bearer ${token.trim()}`,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/merge-patch+json', 'content-length': Buffer.byteLength(body) }),
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

type Tried = { readonly done: boolean; readonly body: string; readonly error?: Error }

const once = async (server: ApiServer, path: string, body?: string): Promise<Tried> => {
  try {
    const { status, body: text } = await send(server, path, body)
    if (status < 300) return { done: true, body: text }
    return {
      done: final(status),
      body: '',
      error: new Error(`the API server answered ${status}: ${text.slice(0, 500)}`),
    }
  } catch (error) {
    return { done: false, body: '', error: error instanceof Error ? error : new Error(String(error)) }
  }
}

const sendFor = async (server: ApiServer, path: string, forMs: number, body?: string): Promise<string> => {
  const end = Date.now() + forMs
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
    const { done, error, body: text } = await once(server, path, body)
    if (error === undefined) return text
    if (done || Date.now() + pause >= end) throw error
    await wait(pause)
  }
}

/** Reports as annotations on the Job that runs this process. An outcome is worth waiting for a restarting API server. */
export const clusterReporter = (
  server: ApiServer,
  job: { readonly namespace: string; readonly name: string },
): Reporter => {
  const path = `/apis/batch/v1/namespaces/${encodeURIComponent(job.namespace)}/jobs/${encodeURIComponent(job.name)}`
  const annotate = async (key: string, value: unknown, forMs: number): Promise<void> => {
    const body = JSON.stringify({ metadata: { annotations: { [key]: JSON.stringify(value) } } })
    await sendFor(server, `${path}?fieldManager=kopiur-mover`, forMs, body)
  }
  return {
    outcome: (outcome) => annotate(Annotation.outcome, outcome, OUTCOME_FOR_MS),
    progress: (progress) => annotate(Annotation.progress, progress, progress.chosen === undefined ? 0 : CHOICE_FOR_MS),
    earlier: async () => {
      const text = annotationOf(await sendFor(server, path, CHOICE_FOR_MS), Annotation.progress)
      return text === undefined ? undefined : newestChoice([text])
    },
  }
}

const annotationOf = (body: string, key: string): string | undefined => {
  const job = JSON.parse(body) as { metadata?: { annotations?: { [key: string]: string } } }
  return job.metadata?.annotations?.[key]
}
