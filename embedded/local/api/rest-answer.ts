import type { ServerResponse } from 'node:http'
import type { KubeError } from '../../../api/kubernetes/client'

/** An error as the API server words it. */
export const statusOf = ({ reason, code, message }: KubeError) => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  reason,
  code,
  message,
})

export const sendError = (response: ServerResponse, error: KubeError): void =>
  response.headersSent ? void response.end() : send(response, error.code === 0 ? 503 : error.code, statusOf(error))

export const send = (response: ServerResponse, code: number, body: unknown): void => {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
