import type { Problem } from '../../api/schema'
import type { Judgement } from './judgement'

/** One line for each object, then how many there were of each verdict. */
export const asText = (judgements: ReadonlyArray<Judgement>): ReadonlyArray<string> => [
  ...judgements.map(line),
  ['accepted', 'refused', 'passed over']
    .map((verdict) => `${judgements.filter((judgement) => judgement.verdict === verdict).length} ${verdict}`)
    .join(', '),
]

export const asJson = (judgements: ReadonlyArray<Judgement>): string => JSON.stringify(judgements, null, 2)

const line = ({ object, place, verdict, errors, warnings }: Judgement): string => {
  if (verdict === 'passed over') return `${object}: passed over: ${warnings.join('; ')}`
  const found = errors.length === 0 ? '' : `: ${errors.map(problem).join('; ')}`
  const warned = warnings.length === 0 ? '' : ` (warning: ${warnings.join('; ')})`
  const where = verdict === 'refused' && shown(object, place) ? ` (${place})` : ''
  return `${object}: ${verdict}${where}${found}${warned}`
}

const shown = (object: string, place: string | undefined): boolean =>
  place !== undefined && place !== object && !place.startsWith('-:')

const problem = ({ field, message }: Problem): string => (field === '' ? message : `${field}: ${message}`)
