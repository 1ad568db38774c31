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

const linesOf = ({ bonds, statuses, last, end }: Life): ReadonlyArray<string> => [
  `${end}; ${bonds}`,
  ...statuses,
  `at last ${last}`,
]

const livesOf = (stories: ReadonlyArray<Story>, name: string): ReadonlyArray<ReadonlyArray<Life>> => [
  ...new Map(stories.map((story) => [textOf(livesIn(story, name)), livesIn(story, name)])).values(),
]

/** How much is shown of what both sides had. */
const SHOWN = 160

/** Each life on this side; `!` marks what the other side never had. */
const describeSide = (side: string, own: ReadonlyArray<ReadonlyArray<Life>>, others: ReadonlySet<string>): string[] =>
  own.flatMap((lives) => [
    `  ${side}${lives.length === 0 ? ': never there' : ''}`,
    ...lives.flatMap(linesOf).map((line) => (others.has(line) ? `    ${line.slice(0, SHOWN)}` : `  ! ${line}`)),
  ])

/** For a person: each object that differs, and each life it had on either side. */
export const describeDifferences = (
  names: ReadonlyArray<string>,
  { real, double }: { readonly real: ReadonlyArray<Story>; readonly double: ReadonlyArray<Story> },
): string =>
  names
    .flatMap((name) => {
      const [onReal, onDouble] = [livesOf(real, name), livesOf(double, name)]
      return [
        name,
        ...describeSide('real', onReal, new Set(onDouble.flat().flatMap(linesOf))),
        ...describeSide('double', onDouble, new Set(onReal.flat().flatMap(linesOf))),
      ]
    })
    .join('\n')
