import type { Problem } from '../../api/schema'

export type Judgement = {
  /** `Kind/namespace/name`, or `FILE:LINE` where there is no object to name. */
  readonly object: string
  /** `FILE:LINE`; the file `-` is standard input. */
  readonly place?: string
  readonly verdict: 'accepted' | 'refused' | 'passed over'
  readonly errors: ReadonlyArray<Problem>
  readonly warnings: ReadonlyArray<string>
}

export const refused = (object: string, errors: ReadonlyArray<Problem>): Judgement => ({
  object,
  verdict: 'refused',
  errors,
  warnings: [],
})

export const passedOver = (object: string, why: string): Judgement => ({
  object,
  verdict: 'passed over',
  errors: [],
  warnings: [why],
})
