// Prints the path of a kopia that is recent enough, building it once if need be.
import { ensureTool } from './go-tool.mjs'

ensureTool('kopia').then(
  (path) => console.log(path),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
