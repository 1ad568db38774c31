import type { World } from '../world/world'

/** Looks on from the beginning; what it finds it says to the world. `atEnd` runs when the world has come to rest. */
export interface Oracle {
  readonly name: string
  readonly watch: (world: World) => { readonly atEnd?: () => void }
}
