import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { parseInstant } from '../../hooks/core/time/instant'
import { shortDuration } from '../../embedded/api/short-duration'
import { isArray, isObject } from '../../embedded/api/json-shape'
import { Exit, type Command } from '../command'
import { describeLines } from './describe-lines'
import { parseOptions, SHARED } from './options'
import { select } from './select'
import { aligned } from './table'
import { withState } from './with-state'

const HELP = `Usage: kubectl kopiur local describe KIND [NAME...] --state DIR [-n NAMESPACE]

Shows an object with its conditions and the Events about it, also while the run is at work.

      --state        the folder of the run
  -n, --namespace    default: default

Exit code 1 when something is not there, 2 when the arguments cannot be read.`

export const describeCommand: Command = {
  summary: 'show an object with its conditions and Events',
  help: HELP,
  run: async (args, terminal) => {
    const parsed = parseOptions(args, SHARED)
    if (E.isLeft(parsed) || parsed.right.names.length === 0) {
      terminal.printError(E.isLeft(parsed) ? parsed.left : 'Name a kind, and objects of it.')
      return Exit.usage
    }
    return withState(parsed.right, terminal, async ({ client, kinds }) => {
      const namespace = parsed.right.text('namespace') ?? 'default'
      const { found, errors } = await select(client, kinds, { words: parsed.right.names, namespace })
      errors.forEach(terminal.printError)
      for (const [index, object] of found.flatMap(({ objects }) => objects).entries()) {
        if (index > 0) terminal.print('\n')
        describeLines(object).forEach(terminal.print)
        ;(await eventLines(client, object, Date.now())).forEach(terminal.print)
      }
      return errors.length === 0 ? Exit.ok : Exit.refused
    })
  },
}

/** Events of both APIs about one object, oldest first. */
const eventLines = async (client: KubeClient, object: KubeObject, now: number): Promise<ReadonlyArray<string>> => {
  const namespace = object.metadata.namespace ?? 'default'
  const lists = await Promise.all(
    ['v1', 'events.k8s.io/v1'].map((apiVersion) => client.list({ apiVersion, kind: 'Event', namespace })()),
  )
  const events = lists
    .flatMap((list) => (E.isRight(list) ? list.right.items : []))
    .filter((event) => aboutUid(event) === object.metadata.uid)
    .sort((a, b) => (String(a.metadata.creationTimestamp) < String(b.metadata.creationTimestamp) ? -1 : 1))
  if (events.length === 0) return ['Events:  <none>']
  const head = ['  Type', 'Reason', 'Age', 'From', 'Message']
  const rows = events.map((event) => [
    `  ${String(event['type'])}`,
    String(event['reason']),
    age(event, now),
    from(event),
    String(event['note'] ?? event['message'] ?? ''),
  ])
  return ['Events:', ...aligned([head, ...rows])]
}

const age = ({ metadata }: KubeObject, now: number): string => {
  const born = parseInstant(metadata.creationTimestamp ?? '')
  return born._tag === 'None' ? '' : shortDuration(Math.max(0, now - born.value))
}

const aboutUid = ({ regarding, involvedObject }: KubeObject): unknown =>
  isObject(regarding) ? regarding['uid'] : isObject(involvedObject) ? involvedObject['uid'] : undefined

const from = ({ reportingController, source }: KubeObject): string =>
  typeof reportingController === 'string' && reportingController !== ''
    ? (reportingController.split('/').pop() ?? '')
    : isObject(source) && !isArray(source)
      ? String(source['component'] ?? '')
      : ''
