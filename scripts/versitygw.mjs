// Prints the path of the pinned versitygw, the S3 server of tests and demo, building it once if need be.
import { ensureTool } from './go-tool.mjs'

ensureTool('versitygw').then(
  (path) => console.log(path),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
