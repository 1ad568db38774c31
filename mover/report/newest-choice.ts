import { progress, type Progress } from '../../api/mover/outcome'

/** The last report that names a chosen snapshot; reports that cannot be read say nothing. */
export const newestChoice = (texts: ReadonlyArray<string>): Progress | undefined =>
  texts.map(parsed).findLast((report) => report?.chosen !== undefined)

const parsed = (text: string): Progress | undefined => {
  try {
    const decoded = progress.decode(JSON.parse(text))
    return decoded._tag === 'Right' ? decoded.right : undefined
  } catch {
    return undefined
  }
}
