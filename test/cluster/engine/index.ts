import { double } from './double'
import type { Engine } from './engine'
import { metacontroller, metacontrollerBinary } from './metacontroller'

/** The engine named by `ENGINE`; without a name the real one where a binary is at hand, else the double. */
export const chosenEngine = (name: string = process.env['ENGINE'] ?? ''): Engine => {
  const binary = metacontrollerBinary()
  switch (name) {
    case '':
      return binary === undefined ? double : metacontroller(binary)
    case 'double':
      return double
    case 'metacontroller':
      if (binary === undefined)
        throw new Error('ENGINE=metacontroller needs a binary named by METACONTROLLER or on PATH')
      return metacontroller(binary)
    default:
      throw new Error(`ENGINE=${name} is not known; use metacontroller or double`)
  }
}

/** For the heading of a suite: what it runs on. */
export const engineTitle = (): string => {
  switch (chosenEngine().name) {
    case 'metacontroller':
      return 'the real Metacontroller'
    case 'double':
      return 'the double of Metacontroller'
  }
}
