/** An Event about the repository before it is addressed. */
export interface EventDraft {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly action: string
  readonly message: string
  /** Names the transition; the same one is told once. */
  readonly occasion: string
}
