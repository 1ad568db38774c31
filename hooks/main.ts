import * as E from 'fp-ts/Either'
import { config } from './config'
import { run } from './shell/run'

/** The service: environment in, listening server out. */
const read = config(process.env)
if (E.isLeft(read)) {
  process.stderr.write(`${read.left.join('\n')}\n`)
  process.exit(2)
}
run(read.right).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
