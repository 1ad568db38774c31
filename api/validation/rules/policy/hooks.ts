import { hookAction, type HookAction } from '../../../kinds/shared/hook-action'
import type { SnapshotPolicySpec } from '../../../kinds/snapshot-policy'
import { each, given, refuseIf, type Problems } from '../../problem'
import { validDuration } from '../duration'
import { narrowSelector } from '../selector'
import { validCommand } from '../stream'

export const validHooks = (spec: SnapshotPolicySpec): Problems =>
  given(spec.hooks, ({ beforeSnapshot, afterSnapshot }) => [
    ...refuseIf(
      'repositories' in spec,
      'spec.hooks',
      'cannot be combined with repositories: use one repository and a SnapshotReplication',
    ),
    ...each(beforeSnapshot, 'spec.hooks.beforeSnapshot', validHook),
    ...each(afterSnapshot, 'spec.hooks.afterSnapshot', validHook),
  ])

const validHook = (action: HookAction, path: string): Problems =>
  hookAction.match<Problems>(action, {
    httpRequest: (request) => validRequest(request, `${path}.httpRequest`),
    runJob: ({ timeout }) => validDuration(timeout, `${path}.runJob.timeout`),
    workloadExec: ({ command = [], podSelector, timeout }) => [
      ...validCommand(command, `${path}.workloadExec.command`),
      ...narrowSelector(podSelector, `${path}.workloadExec.podSelector`),
      ...validDuration(timeout, `${path}.workloadExec.timeout`),
    ],
  })

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

type Request = Extract<HookAction, { readonly httpRequest: unknown }>['httpRequest']

const validRequest = ({ url, method, headers, timeout }: Request, path: string): Problems => [
  ...refuseIf(
    !/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url),
    `${path}.url`,
    `${JSON.stringify(url)} must be an absolute http:// or https:// address`,
  ),
  ...refuseIf(
    method !== undefined && !METHODS.includes(method.toUpperCase()),
    `${path}.method`,
    `must be one of ${METHODS.join(', ')}, not ${JSON.stringify(method)}`,
  ),
  ...each(headers, `${path}.headers`, ({ name, value }, field) => [
    ...refuseIf(!TOKEN.test(name), `${field}.name`, `${JSON.stringify(name)} is no header name`),
    ...refuseIf(/[\r\n]/.test(value), `${field}.value`, 'must be one line'),
  ]),
  ...validDuration(timeout, `${path}.timeout`),
]
