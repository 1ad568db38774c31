/**
 * Plays the stories in their order, at most `width` at a time: most of their time is waiting. A test that awaits the outcomes in order never waits
 * for a story that has not begun.
 */
export const sideBySide = (
  stories: ReadonlyArray<() => Promise<void>>,
  width: number,
): ReadonlyArray<Promise<void>> => {
  const queue: Array<() => void> = []
  let free = width
  const turn = (): Promise<void> =>
    new Promise((begin) => {
      if (free === 0) return void queue.push(begin)
      free -= 1
      begin()
    })
  const leave = (): void => {
    const next = queue.shift()
    if (next === undefined) free += 1
    else next()
  }
  return stories.map((story) => {
    const outcome = turn().then(story).finally(leave)
    // A failure is told by the test of its story, which may not wait for it yet.
    outcome.catch(() => undefined)
    return outcome
  })
}
