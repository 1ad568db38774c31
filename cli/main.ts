import { endWhenClosed } from './closed-pipe'
import { commands } from './commands'
import { program } from './program'
import { terminal } from './terminal'

endWhenClosed(process.stdout, () => process.exit())

program(commands, process.argv.slice(2), terminal).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    terminal.printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 70
  },
)
