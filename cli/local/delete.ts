import * as E from 'fp-ts/Either'
import type { KubeClient, RemoveOptions } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { refOf } from '../../embedded/api/kind-definition'
import { Exit, type Command, type Terminal } from '../command'
import { duration } from './duration'
import { manifestObjects } from './manifest-objects'
import { parseOptions, SHARED, type Parsed } from './options'
import { select, serverError } from './select'
import { qualified } from './table'
import type { Connected } from './connect'
import { withState } from './with-state'

const HELP = `Usage: kubectl kopiur local delete (KIND NAME... | -f FILE|DIR|-) --state DIR [-n NAMESPACE] [OPTIONS]

Deletes objects and waits until they are gone: a Snapshot is gone when its kopia snapshot is, or is kept on purpose.

  -f, --filename       manifests that name the objects: a file, a folder or - for standard input
      --state          the folder of the run
  -n, --namespace      default: default
      --wait=false     do not wait
      --timeout        how long to wait, as 90s or 5m; default 10m
      --cascade        background (default), foreground or orphan
      --ignore-not-found

Exit code 1 when something is not there or does not go in time, 2 when the arguments cannot be read.`

const CASCADES: { readonly [name: string]: RemoveOptions['propagationPolicy'] } = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
}

export const deleteCommand: Command = {
  summary: 'delete objects',
  help: HELP,
  run: async (args, terminal) => {
    const parsed = parseOptions(args, {
      ...SHARED,
      filename: { type: 'string', short: 'f', multiple: true },
      wait: { type: 'boolean', default: true },
      timeout: { type: 'string' },
      cascade: { type: 'string' },
      'ignore-not-found': { type: 'boolean' },
    })
    const mistake = E.isLeft(parsed) ? parsed.left : mistakeIn(parsed.right)
    if (E.isLeft(parsed) || mistake !== undefined) {
      terminal.printError(mistake ?? '')
      return Exit.usage
    }
    return withState(parsed.right, terminal, (connected) => deleteAll(connected, parsed.right, terminal))
  },
}

const mistakeIn = (parsed: Parsed): string | undefined => {
  if (parsed.names.length < 2 && parsed.texts('filename').length === 0 && !(parsed.names[0] ?? '').includes('/'))
    return 'Name a kind and objects of it, or manifests with -f.'
  const cascade = parsed.text('cascade')
  if (cascade !== undefined && CASCADES[cascade] === undefined) return '--cascade is background, foreground or orphan.'
  return duration(parsed.text('timeout') ?? '10m') === undefined ? '--timeout is a time such as 90s or 5m.' : undefined
}

const deleteAll = async (connected: Connected, parsed: Parsed, terminal: Terminal): Promise<number> => {
  const { client, running } = connected
  const { objects, errors } = await chosen(connected, parsed, terminal)
  const propagationPolicy = CASCADES[parsed.text('cascade') ?? 'background'] ?? 'Background'
  const removed: KubeObject[] = []
  const failures = [...errors]
  for (const object of objects) {
    const result = await client.remove(refOf(object), { propagationPolicy, uid: object.metadata.uid ?? '' })()
    if (E.isLeft(result)) failures.push(serverError(result.left))
    else {
      terminal.print(`${qualified(object)} "${object.metadata.name}" deleted`)
      removed.push(object)
    }
  }
  failures.forEach(terminal.printError)
  if (objects.length === 0 && errors.length === 0) terminal.printError('No resources found.')
  const waited = parsed.flag('wait') ? await waitUntilGone(client, removed, { running, terminal, parsed }) : true
  return failures.length === 0 && waited ? Exit.ok : Exit.refused
}

const chosen = async ({ client, kinds }: Connected, parsed: Parsed, terminal: Terminal) => {
  const namespace = parsed.text('namespace') ?? 'default'
  const files = parsed.texts('filename')
  const written =
    files.length === 0 ? E.right([]) : await manifestObjects(files, terminal.readStdin, { kinds, namespace })
  if (E.isLeft(written)) return { objects: [], errors: [`error: ${written.left}`] }
  const live = await Promise.all([...written.right].reverse().map((object) => client.get(refOf(object))()))
  const named =
    parsed.names.length === 0
      ? { found: [], errors: [] }
      : await select(client, kinds, { words: parsed.names, namespace })
  const errors = [...live.flatMap((result) => (E.isLeft(result) ? [serverError(result.left)] : [])), ...named.errors]
  return {
    objects: [
      ...live.flatMap((result) => (E.isRight(result) ? [result.right] : [])),
      ...named.found.flatMap(({ objects }) => objects),
    ],
    errors: parsed.flag('ignore-not-found') ? errors.filter((error) => !error.includes('(NotFound)')) : errors,
  }
}

interface Waiting {
  readonly running: boolean
  readonly terminal: Terminal
  readonly parsed: Parsed
}

const STEP_MS = 200

const waitUntilGone = async (
  client: KubeClient,
  objects: ReadonlyArray<KubeObject>,
  { running, terminal, parsed }: Waiting,
): Promise<boolean> => {
  const end = performance.now() + (duration(parsed.text('timeout') ?? '10m') ?? 0)
  for (;;) {
    const left = await remaining(client, objects)
    if (left.length === 0) return true
    if (!running) {
      terminal.printError(`${left.length} object(s) are marked for deletion: the next run on this folder finishes it.`)
      return true
    }
    if (performance.now() > end) {
      terminal.printError(
        `error: timed out waiting for ${left.map(({ kind, metadata }) => `${kind}/${metadata.name}`).join(', ')}`,
      )
      return false
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

const remaining = async (
  client: KubeClient,
  objects: ReadonlyArray<KubeObject>,
): Promise<ReadonlyArray<KubeObject>> => {
  const found = await Promise.all(objects.map(async (object) => ({ object, now: await client.get(refOf(object))() })))
  return found.flatMap(({ object, now }) =>
    E.isRight(now) && now.right.metadata.uid === object.metadata.uid ? [object] : [],
  )
}
