import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../api/kubernetes/client'
import { isKindName } from '../../api/kinds'
import type { KubeObject } from '../../api/kubernetes/object'
import { API_VERSION } from '../../api/names/group'
import { validate } from '../../api/validation'
import { Exit, type Command, type Terminal } from '../command'
import { apply } from './apply'
import { manifestObjects } from './manifest-objects'
import { notOnOneMachine } from './one-machine'
import { parseOptions, SHARED } from './options'
import { serverError } from './select'
import { qualified } from './table'
import { withState } from './with-state'

const HELP = `Usage: kubectl kopiur local apply -f FILE|DIR|- --state DIR [-n NAMESPACE]

Creates objects or brings them to what the manifests say, as kubectl apply does: fields that this API does not have
are refused, fields taken out of a manifest are taken off, fields of others stay. Works with and without a run.

  -f, --filename     a file, a folder (all .yaml, .yml and .json below it) or - for standard input
      --state        the folder of the run
  -n, --namespace    the namespace of objects that name none; default: default

Exit code 1 when an object is refused or there is none, 2 when the arguments cannot be read.`

export const applyCommand: Command = {
  summary: 'create or change objects',
  help: HELP,
  run: async (args, terminal) => {
    const parsed = parseOptions(args, { ...SHARED, filename: { type: 'string', short: 'f', multiple: true } })
    if (E.isLeft(parsed) || parsed.right.texts('filename').length === 0) {
      terminal.printError(E.isLeft(parsed) ? parsed.left : 'Name manifests with -f FILE, -f DIR or -f -.')
      return Exit.usage
    }
    return withState(parsed.right, terminal, async ({ client, kinds, running }) => {
      const place = { kinds, namespace: parsed.right.text('namespace') ?? 'default' }
      const objects = await manifestObjects(parsed.right.texts('filename'), terminal.readStdin, place)
      if (E.isLeft(objects) || objects.right.length === 0) {
        terminal.printError(`error: ${E.isLeft(objects) ? objects.left : 'no objects passed to apply'}`)
        return Exit.refused
      }
      const code = await applyAll(client, objects.right, terminal)
      if (!running) terminal.printError('No run is at work on this folder: the next one will act on it.')
      return code
    })
  },
}

/** Applies each, also after one was refused; one line for each. */
export const applyAll = async (
  client: KubeClient,
  objects: ReadonlyArray<KubeObject>,
  terminal: Pick<Terminal, 'print' | 'printError'>,
): Promise<number> => {
  let code: number = Exit.ok
  for (const object of objects) {
    const result = await apply(client, object)
    const name = `${qualified(object)}/${object.metadata.name}`
    if (E.isRight(result)) {
      warningsOf(object).forEach((warning) => terminal.printError(`Warning: ${warning} (${name})`))
      terminal.print(`${name} ${result.right}`)
    } else {
      terminal.printError(`${serverError(result.left)} (${name})`)
      code = Exit.refused
    }
  }
  return code
}

/** What the admission webhook would add to its yes, and what only a cluster has. */
const warningsOf = (object: KubeObject): ReadonlyArray<string> =>
  object.apiVersion === API_VERSION && isKindName(object.kind)
    ? [...validate(object.kind)(object).warnings, ...notOnOneMachine(object)]
    : []
