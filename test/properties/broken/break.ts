import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Circumstances, Controller, Decision, Hook } from '../../../hooks/hook'

/** What is done to a hook: to what it is asked, to what it reads, to what it decides. */
export interface Fault {
  readonly body?: (body: Body) => Body
  readonly circumstances?: (circumstances: Circumstances, body: Body) => Circumstances
  readonly decision?: (decision: Decision, body: Body) => Decision
}

export type Body = { readonly [field: string]: unknown }

/** The product with one controller broken. */
export const broken = (controllers: ReadonlyArray<Controller>, name: string, fault: Fault): ReadonlyArray<Controller> =>
  controllers.map((controller) =>
    controller.name !== name
      ? controller
      : {
          ...controller,
          sync: breakHook(controller.sync, fault),
          ...(controller.finalize === undefined ? {} : { finalize: breakHook(controller.finalize, fault) }),
        },
  )

const breakHook =
  (hook: Hook, { body: twistBody = same, circumstances: twist = same, decision: spoil = same }: Fault): Hook =>
  (body) =>
    pipe(
      hook(twistBody(body as Body)),
      E.map((question) => ({
        needs: (circumstances) => question.needs(twist(circumstances, body as Body)),
        decide: (circumstances) =>
          pipe(
            question.decide(twist(circumstances, body as Body)),
            E.map((decision) => spoil(decision, body as Body)),
          ),
      })),
    )

const same = <A>(value: A): A => value
