import type { Oracle } from './oracle'

/** The shell's guard lets no answer out that could delete by accident, so no decision may ever need it. */
export const soundAnswers: Oracle = {
  name: 'invariant 8: no answer of the service is stopped by its guard',
  watch: (world) => {
    world.onAnswer((path, _body, { status, body }) => {
      if (status !== 200 && status !== 503 && status !== 429)
        world.violate(soundAnswers.name, `${path} answered ${status}: ${JSON.stringify(body)}`)
    })
    return {}
  },
}
