/** Shows what schedules will run and policies will keep, before they are applied. */
import * as E from 'fp-ts/Either'
import { simulate, withAssumptions } from '../../embedded/simulate'
import { Exit, type Command } from '../command'
import { parseManifest, readFiles } from '../manifests'
import { judge } from '../validate/judge'
import type { Judgement } from '../validate/judgement'
import { asText as verdicts } from '../validate/report'
import { asJson } from './json'
import { readOptions } from './options'
import { storyOf } from './story-of'
import { timeline } from './timeline'
import { unusedFailures } from './unused-failures'

const HELP = `Usage: kubectl kopiur simulate -f FILE|DIR|- [-f ...] --from TIME --until TIME [OPTIONS]

Runs SnapshotPolicies and SnapshotSchedules on a clock that does not wait, with the decisions of the service
itself: which slots run, which are passed over and why, what retention deletes and what is kept in the end.
Nothing is asked of a cluster. Objects count as created at --from; what the files leave out is taken to be
there, and said, and so is what this release does not do. Objects of a cluster that are piped in keep their
UIDs, and so their jitter and H:

  kubectl get snapshotpolicies,snapshotschedules,repositories -A -o yaml | kubectl kopiur simulate -f - ...

  -f, --filename    a file, a folder (all .yaml, .yml and .json below it) or - for standard input
  -n, --namespace   the namespace of objects that name none
      --from        first moment, as 2026-01-01T00:00:00Z or 2026-01-01
      --until       last moment at which a slot can be due; runs that have begun come to their end
      --duration    how long a run takes, as 90s, 10m or 2h; 60s by default
      --fail        slots whose runs fail, as --fail 2026-01-02T02:00:00Z,2026-01-03T02:00:00Z;
                    -o json tells the slots, jitter included
  -o, --output      json: {runs, skips, deleted, kept, next}; times are UTC

Exit code 1 when an object is refused, 2 when the arguments or files cannot be read.`

export const simulateCommand: Command = {
  summary: 'show what will run and be kept, before applying',
  help: HELP,
  run: async (args, terminal) => {
    const options = readOptions(args)
    if (E.isLeft(options)) return usage(options.left)
    const files = await readFiles(options.right.files, terminal.readStdin)
    if (E.isLeft(files)) return usage(files.left)
    const documents = files.right.flatMap(parseManifest)
    const judgements = judge(documents, options.right.namespace)
    const refused = judgements.filter(({ verdict }) => verdict === 'refused')
    if (refused.length > 0) {
      verdicts(refused).forEach(terminal.printError)
      return Exit.refused
    }
    const told = storyOf(documents, options.right)
    if (told.story.policies.length === 0) return usage('There is no SnapshotPolicy in the files.')
    const { story, assumptions } = withAssumptions(told.story)
    const simulated = simulate(story)
    const notes = [
      ...warningsOf(judgements),
      ...unusedFailures(options.right.failing, simulated),
      ...told.passedOver,
      ...assumptions,
    ]
    if (options.right.output === 'json') {
      notes.forEach((note) => terminal.printError(`note: ${note}`))
      terminal.print(asJson(simulated))
    } else timeline(story, simulated, notes).forEach(terminal.print)
    return Exit.ok

    function usage(message: string): number {
      terminal.printError(message)
      return Exit.usage
    }
  },
}

/** What would not come out like this: runs are modelled, and a run that this release cannot do counts as done. */
const warningsOf = (judgements: ReadonlyArray<Judgement>): ReadonlyArray<string> =>
  judgements
    .filter(({ verdict }) => verdict === 'accepted')
    .flatMap(({ object, warnings }) => warnings.map((warning) => `${object}: ${warning}`))
