/** Says offline what a cluster would say of manifests: strict decoding, schema, CEL rules, admission rules. */
import * as E from 'fp-ts/Either'
import { parseArgs } from 'node:util'
import { Exit, type Command } from '../command'
import { parseManifest, readFiles } from '../manifests'
import { judge } from './judge'
import { asJson, asText } from './report'

const HELP = `Usage: kubectl kopiur validate -f FILE|DIR|- [-f ...] [-n NAMESPACE] [-o json]

Says of each object whether a cluster would take it, without asking one: fields that do not exist, the schema
and its rules, and what the admission webhook checks. Objects of other APIs are passed over by name.

  -f, --filename    a file, a folder (all .yaml, .yml and .json below it) or - for standard input
  -n, --namespace   the namespace of objects that name none
  -o, --output      text (default), or json: a list of {object, verdict, errors: [{field, message}], warnings}

Exit code 1 when an object is refused, 2 when the arguments or files cannot be read or hold no object at all.`

export const validateCommand: Command = {
  summary: 'say what a cluster would say of manifests',
  help: HELP,
  run: async (args, terminal) => {
    const options = parse(args)
    if (E.isLeft(options)) return usage(options.left)
    const { filename = [], namespace, output = 'text' } = options.right
    if (filename.length === 0) return usage('Name manifests with -f FILE, -f DIR or -f -.')
    if (!['text', 'json'].includes(output)) return usage(`-o ${output} is not known; use -o json.`)
    const files = await readFiles(filename, terminal.readStdin)
    if (E.isLeft(files)) return usage(files.left)
    const documents = files.right.flatMap(parseManifest)
    if (documents.length === 0)
      return usage(
        `There is no object in ${filename.map((name) => (name === '-' ? 'standard input' : name)).join(', ')}.`,
      )
    const judgements = judge(documents, namespace)
    if (output === 'json') terminal.print(asJson(judgements))
    else asText(judgements).forEach(terminal.print)
    return judgements.some(({ verdict }) => verdict === 'refused') ? Exit.refused : Exit.ok

    function usage(message: string): number {
      terminal.printError(message)
      return Exit.usage
    }
  },
}

const parse = (args: ReadonlyArray<string>) =>
  E.tryCatch(
    () =>
      parseArgs({
        args: [...args],
        options: {
          filename: { type: 'string', short: 'f', multiple: true },
          namespace: { type: 'string', short: 'n' },
          output: { type: 'string', short: 'o' },
        },
      }).values,
    (error) => (error instanceof Error ? error.message : String(error)),
  )
