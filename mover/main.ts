import { ExitCode } from '../api/mover/outcome'
import { production } from './production'
import { program } from './program'

const end = (code: number) => {
  process.exitCode = code
  // Whatever is still open, a connection kept alive for example, must not hold the Job.
  process.stdout.write('', () => process.exit(code))
}

program(production(process.env))(process.env).then(end, (error: unknown) => {
  process.stderr.write(`mover: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  end(ExitCode.retry)
})
