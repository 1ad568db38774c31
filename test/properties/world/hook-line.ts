import type { HookAnswer, HookCaller } from '../../../embedded/metacontroller/hook-caller'
import type { Random } from '../../../embedded/random/random'
import type { AnswerCall } from '../../../hooks/shell/answer-call'

/** What may go wrong between Metacontroller and the hooks, as shares of all calls. */
export interface LineFaults {
  /** The service is not there. */
  down: boolean
  /** The call is answered, and the answer is lost on its way. */
  lost: number
  /** The call arrives twice; the second answer counts. */
  doubled: number
}

/** Calls hooks in this process over a line with faults. Answers are what their text would parse to. */
export const hookLine =
  (
    answer: AnswerCall,
    faults: LineFaults,
    random: Random,
    onAnswer: (path: string, body: unknown, answer: HookAnswer) => void,
  ): HookCaller =>
  async (path, body) => {
    if (faults.down) throw new Error('connect ECONNREFUSED')
    const lost = random.next() < faults.lost
    if (random.next() < faults.doubled) await answer(path, body)
    const reply = await answer(path, body)
    const parsed = { ...reply, body: JSON.parse(JSON.stringify(reply.body)) as unknown }
    onAnswer(path, body, parsed)
    if (lost) throw new Error('socket hang up')
    return parsed
  }
