import { readFileSync } from 'node:fs'

/** Who asked the API server. */
export type Client = 'metacontroller' | 'hooks' | 'mover'

/** One request, as the API server's audit log has it. */
export interface AuditedRequest {
  /** When it was received, in ms. */
  readonly at: number
  readonly client: Client
  readonly verb: string
  /** With its subresource, as `snapshots/status`. */
  readonly resource: string
  readonly name: string
  readonly code: number
}

const USERS: ReadonlyArray<readonly [Client, RegExp]> = [
  ['metacontroller', /^system:serviceaccount:metacontroller:metacontroller$/],
  ['hooks', /^system:serviceaccount:kopiur-system:kopiur-hooks$/],
  ['mover', /:kopiur-mover$/],
]
const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection']
/** A leader says that it lives, and discovery and health are asked, whatever there is to do. */
const HOUSEKEEPING = /^(leases|tokenreviews|subjectaccessreviews|\/.*)$/

interface AuditLine {
  readonly auditID: string
  readonly verb: string
  readonly requestURI: string
  readonly requestReceivedTimestamp: string
  readonly user: { readonly username?: string }
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string; readonly name?: string }
  readonly responseStatus?: { readonly code?: number }
}

const requestOf = (line: AuditLine): AuditedRequest | undefined => {
  const client = USERS.find(([, user]) => user.test(line.user.username ?? ''))?.[0]
  if (client === undefined) return undefined
  const { resource = line.requestURI.split('?')[0] ?? '', subresource, name = '' } = line.objectRef ?? {}
  return {
    at: Date.parse(line.requestReceivedTimestamp),
    client,
    verb: line.verb,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    name,
    code: line.responseStatus?.code ?? 0,
  }
}

/** The requests of the product since that moment (ms), each once; `housekeeping` apart from work. */
export const requestsSince = (
  log: string,
  since: number,
): { readonly work: ReadonlyArray<AuditedRequest>; readonly housekeeping: ReadonlyArray<AuditedRequest> } => {
  const seen = new Set<string>()
  const all = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text): ReadonlyArray<AuditedRequest> => {
      if (!text.endsWith('}')) return []
      const line: AuditLine = JSON.parse(text)
      const request = seen.has(line.auditID) ? undefined : requestOf(line)
      if (request === undefined || request.at < since) return []
      seen.add(line.auditID)
      return [request]
    })
  const isHousekeeping = ({ client, resource }: AuditedRequest): boolean =>
    client === 'metacontroller' && HOUSEKEEPING.test(resource)
  return { work: all.filter((one) => !isHousekeeping(one)), housekeeping: all.filter(isHousekeeping) }
}

export const isWrite = ({ verb }: AuditedRequest): boolean => WRITES.includes(verb)

/** How often each client did what, most frequent first. */
export const tally = (requests: ReadonlyArray<AuditedRequest>): ReadonlyArray<readonly [string, number]> => {
  const counts = new Map<string, number>()
  requests.forEach(({ client, verb, resource, code }) => {
    const key = `${client} ${verb} ${resource}${code >= 400 ? ` ${code}` : ''}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
