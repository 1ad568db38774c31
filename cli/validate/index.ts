/** Says offline what a cluster would say of manifests: strict decoding, schema, CEL rules, admission rules. */
import * as E from 'fp-ts/Either'
import { parseArgs } from 'node:util'
import { Exit, type Command } from '../command'
import { parseManifest, readFiles } from '../manifests'
import { judge } from './judge'
import { outcomeOf } from './outcome'
import { asJson, asText } from './report'

const HELP = `Usage: kubectl kopiur validate -f FILE|DIR|- [-f ...] [-n NAMESPACE] [-o json]

Says of each object whether a cluster would take it, without asking one: fields that do not exist, metadata, the
schema and its rules, and what the admission webhook checks. Objects of other APIs are passed over by name, as are
kustomizations and what does not pretend to be an object; one that has lost its apiVersion or kind is refused.

  -f, --filename    a file, a folder (all .yaml, .yml and .json below it) or - for standard input
  -n, --namespace   the namespace of objects that name none
  -o, --output      text (default), or json: a list of {object, verdict, errors: [{field, message}], warnings}

Exit code 1 when an object or a file is refused, 2 when the arguments cannot be used, a file cannot be opened, or
there was nothing to judge.`

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
    const judgements = judge(documents, namespace)
    if (judgements.length > 0) (output === 'json' ? [asJson(judgements)] : asText(judgements)).forEach(terminal.print)
    const where = filename.map((name) => (name === '-' ? 'standard input' : name)).join(', ')
    const { code, message } = outcomeOf(documents, judgements, where)
    if (message !== undefined) terminal.printError(message)
    return code

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
