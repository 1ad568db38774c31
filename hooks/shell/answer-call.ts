import * as E from 'fp-ts/Either'
import { present } from '../core/json/present'
import type { Controller, CustomizeHook, Hook } from '../hook'
import { completionOf } from '../observed'
import { answer, type Answered } from './answer'
import type { CallReport } from './call-report'
import type { HookEnvironment } from './environment'
import { childText, type GuardedCall } from './guard/check'
import { namesNotEmpty } from './guard/names-not-empty'
import { ok, refuse, type Reply } from './reply'
import { parentFacts, requestFacts, type RequestFacts } from './request-facts'
import { routes, type Route } from './routes'
import { undecodable } from './undecodable'
import { wireAnswer } from './wire-answer'

/** Answers one call without HTTP: the path, the parsed body, the reply. */
export type AnswerCall = (path: string, body: unknown) => Promise<Reply>

export const answerCall = (environment: HookEnvironment): AnswerCall => {
  const table = new Map(routes(environment.controllers).map((route) => [route.path, route]))
  return async (path, body) => {
    const route = table.get(path)
    if (route === undefined) return refuse(404, `no hook at ${path}`)
    const { reply, report } = await answerRoute(environment, route, body)
    environment.report?.(report)
    return reply
  }
}

/** Never rejects: a defect in a hook is a 500 that changes nothing. */
export const answerRoute = async (environment: HookEnvironment, route: Route, body: unknown): Promise<RouteAnswer> => {
  const { controller, hook } = route
  const facts = requestFacts(controller.type, hook, body)
  const told = await (facts === undefined
    ? notACall(route)
    : answerFacts(environment, route, facts, body).catch(defect))
  const report = {
    ...NOTHING_DONE,
    controller: controller.name,
    hook,
    code: told.reply.status,
    ...(facts === undefined ? {} : { parent: parentFacts(facts.parent) }),
    ...told.report,
  }
  return { reply: told.reply, report }
}

export interface RouteAnswer {
  readonly reply: Reply
  readonly report: CallReport
}

/** The stack is for the log; the wire only says that it happened. */
const defect = (thrown: unknown): Told => ({
  reply: refuse(500, 'the hook has a defect'),
  report: { why: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) },
})

interface Told {
  readonly reply: Reply
  readonly report: Partial<CallReport>
}

const NOTHING_DONE = { reads: 0, effects: [], refusals: [], created: [], dropped: [] } as const

const notACall = ({ controller, hook }: Route): Told => {
  const why = `the body is no ${hook} call for a ${controller.type} controller, hook version v2`
  return { reply: refuse(400, why), report: { why } }
}

const answerFacts = async (
  environment: HookEnvironment,
  route: Route,
  facts: RequestFacts,
  body: unknown,
): Promise<Told> => {
  const { controller, hook } = route
  switch (hook) {
    case 'sync':
      return answerHook(environment, { ...facts, type: controller.type, hook }, controller.sync, { route, body })
    case 'finalize':
      return answerHook(
        environment,
        { ...facts, type: controller.type, hook },
        controller.finalize ?? controller.sync,
        {
          route,
          body,
        },
      )
    case 'customize':
      return answerCustomize(controller, body)
  }
}

const answerHook = async (
  environment: HookEnvironment,
  call: GuardedCall,
  hook: Hook,
  { route, body }: { readonly route: Route; readonly body: unknown },
): Promise<Told> => {
  const question = hook(body)
  if (E.isLeft(question)) {
    const why = undecodable(question.left)
    return { reply: refuse(400, why), report: { why } }
  }
  const now = environment.now()
  const answered = await answer({ environment, call, question: question.right, now })
  environment.record?.({
    now,
    route: route.path,
    settings: environment.settings,
    reads: [...(answered.reads ?? [])].map(([key, outcome]) => ({ key, outcome })),
    request: body,
  })
  return { reply: replyTo(call, answered), report: reportOf(call, answered) }
}

const replyTo = (call: GuardedCall, answered: Answered): Reply =>
  answered._tag === 'Refused' ? answered.reply : ok(wireAnswer(call.type, answered.decision))

const reportOf = (call: GuardedCall, answered: Answered): Partial<CallReport> => {
  if (answered._tag === 'Refused') return { why: answered.why, reads: answered.reads?.size ?? 0 }
  const named = (tag: 'create' | 'drop') =>
    answered.decision.children.flatMap((child) =>
      child._tag === tag ? [`${childText(call, child.object)}: ${child.reason}`] : [],
    )
  return {
    reads: answered.reads.size,
    effects: answered.effects.map(({ _tag }) => _tag),
    refusals: answered.refusals.map(({ effect, code, message }) => `${effect._tag} ${code} ${message}`),
    created: named('create'),
    dropped: named('drop'),
    ...present(completionOf(call.parent, answered.decision.status), (completed) => ({ completed })),
  }
}

const answerCustomize = (controller: Controller, body: unknown): Told => {
  const hook: CustomizeHook = controller.customize ?? (() => E.right([]))
  const rules = hook(body)
  if (E.isLeft(rules)) {
    const why = undecodable(rules.left)
    return { reply: refuse(400, why), report: { why } }
  }
  const breaches = namesNotEmpty(rules.right)
  return breaches.length === 0
    ? { reply: ok({ relatedResources: rules.right }), report: {} }
    : { reply: refuse(500, breaches.join('; ')), report: { why: breaches.join('; ') } }
}
