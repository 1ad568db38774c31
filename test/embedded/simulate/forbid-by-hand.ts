interface ByHand {
  readonly runs: ReadonlyArray<{ readonly slot: number; readonly start: number }>
  readonly skips: ReadonlyArray<{ readonly slot: number; readonly reason: string }>
}

/**
 * Forbid as one plays it with pencil and paper: a slot that comes while a run is on waits for it; those that come behind
 * it are lost; a slot that waits beyond the deadline is lost, and the next one waits in its place.
 */
export const forbidByHand = (slots: ReadonlyArray<number>, duration: number, deadline: number | undefined): ByHand => {
  const runs: Array<{ readonly slot: number; readonly start: number }> = []
  const skips: Array<{ readonly slot: number; readonly reason: string }> = []
  let free = Number.NEGATIVE_INFINITY
  let rest = [...slots]
  while (rest.length > 0) {
    const [slot = 0, ...behind] = rest
    const start = Math.max(slot, free)
    if (deadline !== undefined && start - slot > deadline) {
      skips.push({ slot, reason: 'Expired' })
      rest = behind
      continue
    }
    runs.push({ slot, start })
    free = start + duration
    skips.push(...behind.filter((other) => other <= start).map((other) => ({ slot: other, reason: 'Forbid' })))
    rest = behind.filter((other) => other > start)
  }
  return { runs, skips: skips.sort((a, b) => a.slot - b.slot) }
}
