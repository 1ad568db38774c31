import type { Controller } from '../hook'
import type { HookName } from './call-report'

export interface Route {
  readonly path: string
  readonly hook: HookName
  readonly controller: Controller
}

/** Paths of all hooks, `/v2/<controller>/<hook>`; a controller without finalize or customize has no such route. */
export const routes = (controllers: ReadonlyArray<Controller>): ReadonlyArray<Route> =>
  controllers.flatMap((controller) =>
    hooksOf(controller).map((hook) => ({ path: `/v2/${controller.name}/${hook}`, hook, controller })),
  )

const hooksOf = (controller: Controller): ReadonlyArray<HookName> => [
  'sync',
  ...(controller.finalize === undefined ? [] : (['finalize'] as const)),
  ...(controller.customize === undefined ? [] : (['customize'] as const)),
]
