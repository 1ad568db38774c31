import * as t from 'io-ts'
import type * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../../api/mover/outcome'
import { indexList } from '../kopia/index-list'
import { foldElements } from '../kopia/read-json'
import { elementOf } from '../kopia/snapshot-list'
import type { Session } from '../session'

const indexBlob = t.type({ id: t.string })

/** Number of active index blobs. */
export const indexBlobCount = (session: Session): TE.TaskEither<Failure, number> =>
  foldElements(session)(
    indexList(),
    { codec: indexBlob, of: elementOf },
    { start: 0, step: (count: number) => count + 1 },
  )
