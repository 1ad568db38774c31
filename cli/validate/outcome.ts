import { GROUP } from '../../api/names/group'
import { Exit } from '../command'
import { identify, type ManifestDocument } from '../manifests'
import type { Judgement } from './judgement'

/** The exit code, with what is to be said when there was nothing to judge: silence must not pass for a yes. */
export interface Outcome {
  readonly code: number
  readonly message?: string
}

export const outcomeOf = (
  documents: ReadonlyArray<ManifestDocument>,
  judgements: ReadonlyArray<Judgement>,
  where: string,
): Outcome => {
  if (judgements.some(({ verdict }) => verdict === 'refused')) return { code: Exit.refused }
  if (judgements.some(({ verdict }) => verdict === 'accepted')) return { code: Exit.ok }
  const tags = documents.map((document) =>
    document._tag === 'Object' ? identify(document.value, document.file)._tag : 'Unknown',
  )
  if (!tags.includes('Object')) return { code: Exit.usage, message: `There is no object in ${where}.` }
  return tags.includes('Unknown')
    ? {
        code: Exit.usage,
        message: `There is no object of ${GROUP} in ${where}, but something that is no Kubernetes object.`,
      }
    : { code: Exit.ok }
}
