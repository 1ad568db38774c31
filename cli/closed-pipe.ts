import type { EventEmitter } from 'node:events'

/** Ends quietly when whoever reads the output has seen enough, as `head` does. */
export const endWhenClosed = (output: EventEmitter, end: () => void): void =>
  void output.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code !== 'EPIPE') throw error
    end()
  })
