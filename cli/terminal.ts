import { buffer } from 'node:stream/consumers'
import type { Terminal } from './command'

export const terminal: Terminal = {
  readStdin: () => buffer(process.stdin),
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
}
