import * as E from 'fp-ts/Either'
import type { Effect } from '../../../hooks/effect'
import type { Controller, Hook } from '../../../hooks/hook'
import { createApp } from '../../../hooks/shell/app'
import type { HookEnvironment } from '../../../hooks/shell/environment'
import { serve } from '../../../hooks/shell/server'
import { settings } from '../shell/fixtures'
import { stubClient } from '../shell/stub-client'
import type { Given, Request } from './case'
import { caseClient } from './case-client'

export interface Outcome {
  readonly code: number
  readonly text: string
  readonly effects: ReadonlyArray<Effect>
}

export interface World {
  readonly post: (given: Given, request: Request) => Promise<Outcome>
  readonly stop: () => Promise<void>
}

/** The real Express app on a loopback port; clock, reads and settings are those of the case at hand. */
export const startWorld = async (controllers: ReadonlyArray<Controller>): Promise<World> => {
  const seen: {
    now: number
    kube: HookEnvironment['kube']
    settings: HookEnvironment['settings']
    effects: ReadonlyArray<Effect>
  } = {
    now: 0,
    kube: stubClient(),
    settings,
    effects: [],
  }
  const watched = controllers.map((controller) => watch(controller, (effects) => void (seen.effects = effects)))
  const environment: HookEnvironment = {
    controllers: watched,
    now: () => seen.now,
    instance: 'test',
    get kube() {
      return seen.kube
    },
    get settings() {
      return seen.settings
    },
  }
  const server = await serve(createApp({ environment, ready: () => true, elapsed: () => 0 }), {
    host: '127.0.0.1',
    port: 0,
  })
  return {
    post: async (given, request) => {
      Object.assign(seen, {
        now: Date.parse(given.now),
        kube: caseClient(given, request),
        settings: { ...settings, ...given.settings },
        effects: [],
      })
      const response = await fetch(`http://127.0.0.1:${server.port}${given.route}`, {
        method: 'POST',
        body: JSON.stringify(request),
      })
      return { code: response.status, text: await response.text(), effects: seen.effects }
    },
    stop: () => server.drain(0),
  }
}

const watch = (controller: Controller, tell: (effects: ReadonlyArray<Effect>) => void): Controller => ({
  ...controller,
  sync: watchHook(controller.sync, tell),
  ...(controller.finalize === undefined ? {} : { finalize: watchHook(controller.finalize, tell) }),
})

const watchHook =
  (hook: Hook, tell: (effects: ReadonlyArray<Effect>) => void): Hook =>
  (body) => {
    const question = hook(body)
    if (E.isLeft(question)) return question
    const { needs, decide } = question.right
    return E.right({
      needs,
      decide: (circumstances) => {
        const decided = decide(circumstances)
        tell(E.isRight(decided) ? decided.right.effects : [])
        return decided
      },
    })
  }
