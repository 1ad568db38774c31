import * as E from 'fp-ts/Either'
import { stringify } from 'yaml'
import type { KubeObject } from '../../api/kubernetes/object'
import { formatTable, printerTable } from '../../embedded/api/printer-table'
import { parseSelector } from '../../embedded/local/api/selector-text'
import { Exit, type Command, type Terminal } from '../command'
import { parseOptions, SHARED, type Parsed } from './options'
import { select, type Selected, type Selection } from './select'
import { withColumns } from './columns'
import { qualified } from './table'
import { withState } from './with-state'

const HELP = `Usage: kubectl kopiur local get KIND[,KIND...] [NAME...] --state DIR [-n NAMESPACE | -A] [-l SELECTOR] [-o FORMAT]

Shows objects of a local run, also while it runs. KIND is what kubectl takes (snapshots, kopiasnap, jobs, secrets),
or kopiur for the nine kinds of this API. READY and REASON are of the condition Ready; describe
says what to do.

      --state            the folder of the run
  -n, --namespace        default: default
  -A, --all-namespaces   objects of every namespace
  -l, --selector         labels, as in -l kopiur.home-operations.com/state=active
  -o, --output           wide, json, yaml or name
      --no-headers       leave the first line of tables out

Exit code 1 when something is not there, 2 when the arguments cannot be read.`

const OUTPUTS = ['table', 'wide', 'json', 'yaml', 'name']

export const getCommand: Command = {
  summary: 'show objects',
  help: HELP,
  run: async (args, terminal) => {
    const parsed = parseOptions(args, {
      ...SHARED,
      'all-namespaces': { type: 'boolean', short: 'A' },
      selector: { type: 'string', short: 'l' },
      output: { type: 'string', short: 'o' },
      'no-headers': { type: 'boolean' },
    })
    const mistake = E.isLeft(parsed) ? parsed.left : mistakeIn(parsed.right)
    if (E.isLeft(parsed) || mistake !== undefined) {
      terminal.printError(mistake ?? '')
      return Exit.usage
    }
    return withState(parsed.right, terminal, async ({ client, kinds }) => {
      const namespace = parsed.right.flag('all-namespaces')
        ? {}
        : { namespace: parsed.right.text('namespace') ?? 'default' }
      const text = parsed.right.text('selector')
      const selector = text === undefined ? undefined : parseSelector(text)
      const selection = await select(client, kinds, {
        words: parsed.right.names,
        ...namespace,
        ...(selector === undefined ? {} : { selector }),
      })
      return print(selection, parsed.right, terminal)
    })
  },
}

const mistakeIn = (parsed: Parsed): string | undefined => {
  if (parsed.names.length === 0) return 'Name a kind: snapshots, repositories, ..., or kopiur for all of this API.'
  const output = parsed.text('output') ?? 'table'
  if (!OUTPUTS.includes(output)) return `-o ${output} is not known; use one of ${OUTPUTS.join(', ')}.`
  const selector = parsed.text('selector')
  return selector === undefined || parseSelector(selector) !== undefined
    ? undefined
    : `The selector ${selector} cannot be read.`
}

const print = ({ found, errors, named }: Selection, parsed: Parsed, terminal: Terminal): number => {
  errors.forEach(terminal.printError)
  const objects = found.flatMap((selected) => selected.objects)
  const output = parsed.text('output') ?? 'table'
  if (named && objects.length === 0) return Exit.refused
  if (output === 'json' || output === 'yaml') {
    const [only] = objects
    const value = named && objects.length === 1 ? only : listOf(objects)
    terminal.print(output === 'json' ? JSON.stringify(value, null, 4) : stringify(value).trimEnd())
  } else if (output === 'name') {
    found.forEach(({ kind, objects: some }) =>
      some.forEach(({ metadata }) => terminal.print(`${qualified(kind)}/${metadata.name}`)),
    )
  } else {
    printTables(found, parsed, terminal)
    if (objects.length + errors.length === 0) terminal.printError(nothing(found, parsed))
  }
  return errors.length === 0 ? Exit.ok : Exit.refused
}

const nothing = (found: ReadonlyArray<Selected>, parsed: Parsed): string =>
  parsed.flag('all-namespaces') || !found.some(({ kind }) => kind.namespaced)
    ? 'No resources found'
    : `No resources found in ${parsed.text('namespace') ?? 'default'} namespace; -A shows those of all.`

const listOf = (objects: ReadonlyArray<KubeObject>) => ({
  apiVersion: 'v1',
  items: objects,
  kind: 'List',
  metadata: { resourceVersion: '' },
})

const printTables = (found: ReadonlyArray<Selected>, parsed: Parsed, terminal: Terminal): void => {
  const filled = found.filter(({ objects }) => objects.length > 0)
  filled.forEach(({ kind, objects }, index) => {
    if (index > 0) terminal.print('')
    const options = {
      now: Date.now(),
      wide: parsed.text('output') === 'wide',
      withNamespace: parsed.flag('all-namespaces') && kind.namespaced,
    }
    const { headers, rows } = printerTable(withColumns(kind), objects, options)
    const nameAt = options.withNamespace ? 1 : 0
    const named = rows.map((row) =>
      row.map((cell, at) => (filled.length > 1 && at === nameAt ? `${qualified(kind)}/${cell}` : cell)),
    )
    const lines = formatTable({ headers, rows: named }).split('\n')
    lines.slice(parsed.flag('no-headers') ? 1 : 0).forEach(terminal.print)
  })
}
