import type { Life, Story } from './story'

const textOf = (lives: ReadonlyArray<Life>): string => JSON.stringify(lives)

const livesIn = (story: Story, name: string): ReadonlyArray<Life> => story.get(name) ?? []

const namesIn = (stories: ReadonlyArray<Story>): ReadonlyArray<string> =>
  [...new Set(stories.flatMap((story) => [...story.keys()]))].sort()

/**
 * Names of objects that never had the same life on both sides. One side alone is not always the same either (a Job may end before it was seen
 * running), so that it is enough when some run of one side equals some run of the other.
 */
export const neverTheSame = (left: ReadonlyArray<Story>, right: ReadonlyArray<Story>): ReadonlyArray<string> =>
  namesIn([...left, ...right]).filter((name) => {
    const seen = new Set(left.map((story) => textOf(livesIn(story, name))))
    return !right.some((story) => seen.has(textOf(livesIn(story, name))))
  })

const describeLife = ({ bonds, statuses, end }: Life): ReadonlyArray<string> => [
  `    it ${end}; ${bonds}`,
  ...statuses.map((status) => `    ${status}`),
]

const describeSide = (side: string, stories: ReadonlyArray<Story>, name: string): ReadonlyArray<string> =>
  [...new Map(stories.map((story) => [textOf(livesIn(story, name)), livesIn(story, name)])).values()].flatMap(
    (lives) => [
      `  ${side}${lives.length === 0 ? ': never there' : ''}`,
      ...lives.flatMap((life) => describeLife(life)),
    ],
  )

/** For a person: each object that differs, and each life it had on either side. */
export const describeDifferences = (
  names: ReadonlyArray<string>,
  sides: Readonly<Record<string, ReadonlyArray<Story>>>,
): string =>
  names
    .flatMap((name) => [name, ...Object.entries(sides).flatMap(([side, stories]) => describeSide(side, stories, name))])
    .join('\n')
