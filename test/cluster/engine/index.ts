import type { Engine } from './engine'
import { metacontroller, metacontrollerBinary } from './metacontroller'

/** The engine named by `ENGINE`; else the real one where a binary is at hand. */
export const chosenEngine = (name: string | undefined = process.env['ENGINE']): Engine => {
  const binary = metacontrollerBinary()
  if (name === 'metacontroller' || ((name === undefined || name === '') && binary !== undefined)) {
    if (binary === undefined) throw new Error('ENGINE=metacontroller needs a binary named by METACONTROLLER or on PATH')
    return metacontroller(binary)
  }
  throw new Error(`ENGINE=${name ?? ''} is not known; use metacontroller or double`)
}
