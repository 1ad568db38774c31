import { sideBySide } from '../cluster/side-by-side'

interface Story {
  readonly play: () => Promise<void>
  readonly end: (error?: Error) => void
}

const stories = (count: number, begun: number[]): ReadonlyArray<Story> =>
  Array.from({ length: count }, (_unused, index) => {
    let end: Story['end'] = () => undefined
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error))
    })
    return { end, play: () => (begun.push(index), ended) }
  })

/** Until everything that may begin has begun. */
const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('stories that play side by side', () => {
  it('begin in their order, no more at once than wanted', async () => {
    const begun: number[] = []
    const all = stories(4, begun)
    const outcomes = sideBySide(
      all.map(({ play }) => play),
      2,
    )
    await rest()
    expect(begun).toEqual([0, 1])
    all[1]?.end()
    await outcomes[1]
    await rest()
    expect(begun).toEqual([0, 1, 2])
    all[0]?.end()
    all[2]?.end()
    await rest()
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('fail alone: the next one begins', async () => {
    const begun: number[] = []
    const all = stories(2, begun)
    const outcomes = sideBySide(
      all.map(({ play }) => play),
      1,
    )
    all[0]?.end(new Error('broken'))
    await expect(outcomes[0]).rejects.toThrow('broken')
    all[1]?.end()
    await expect(outcomes[1]).resolves.toBeUndefined()
    expect(begun).toEqual([0, 1])
  })
})
