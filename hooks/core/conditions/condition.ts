/** A metav1 condition as it stands in a status. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: string
  readonly observedGeneration?: number
}

/** What a decision has to say of one condition; times are filled in where it is written down. */
export interface ConditionUpdate {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}
