import { Agent, request } from 'node:https'
import type { HookAnswer, HookCaller } from '../../../embedded/metacontroller/hook-caller'
import type { Kubectl } from '../kubectl'

interface WebhookConfiguration {
  readonly webhooks: ReadonlyArray<{ readonly clientConfig: { readonly caBundle?: string } }>
}
interface Service {
  readonly spec: { readonly clusterIP: string }
}

/** Where a Service answers and whom its certificate must come from. */
interface Line {
  readonly address: string
  readonly agent: Agent
}

/** The authority that the hooks service announced to the API server, as it announces it to Metacontroller. */
const announcedAuthority = async (kubectl: Kubectl): Promise<string> => {
  const { webhooks } = await kubectl.get<WebhookConfiguration>('validatingwebhookconfiguration', 'kopiur-validating')
  const bundle = webhooks[0]?.clientConfig.caBundle
  if (bundle === undefined) throw new Error('the hooks service has announced no authority yet')
  return Buffer.from(bundle, 'base64').toString('utf8')
}

const connect = async (kubectl: Kubectl, host: string): Promise<Line> => {
  const [name = '', namespace = ''] = host.split('.')
  const ca = await announcedAuthority(kubectl)
  const address = (await kubectl.get<Service>('service', name, namespace)).spec.clusterIP
  return { address, agent: new Agent({ ca, keepAlive: true, keepAliveMsecs: 30_000 }) }
}

const post = ({ address, agent }: Line, url: URL, payload: Buffer, timeoutMs: number): Promise<HookAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({
      agent,
      method: 'POST',
      host: address,
      port: url.port === '' ? 443 : url.port,
      path: url.pathname,
      servername: url.hostname,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { host: url.host, 'content-type': 'application/json', 'content-length': payload.length },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([header, value]) => [header, String(value)]),
          ),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.end(payload)
  })

/** Calls hooks from this machine at their Service's address over TLS. After a failure it asks anew whom to trust. */
export const serviceHooks = (kubectl: Kubectl): HookCaller => {
  const lines = new Map<string, Promise<Line>>()
  return async (_path, body, { url, timeoutMs }) => {
    const target = new URL(url)
    const line = lines.get(target.hostname) ?? connect(kubectl, target.hostname)
    lines.set(target.hostname, line)
    try {
      return await post(await line, target, Buffer.from(JSON.stringify(body)), timeoutMs)
    } catch (error) {
      if (lines.get(target.hostname) === line) lines.delete(target.hostname)
      throw error
    }
  }
}
