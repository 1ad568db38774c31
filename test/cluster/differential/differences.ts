import type { Life, Story } from './story'

/** What one round shows of an object, as separate facts: how many there were, how each ended, and each step from one status to the next. */
const factsOf = (story: Story, name: string): ReadonlySet<string> => {
  const lives = story.get(name) ?? []
  return new Set([`there were ${lives.length}`, ...lives.flatMap(factsOfLife)])
}

const factsOfLife = ({ statuses, last, bonds, end }: Life): ReadonlyArray<string> => [
  `it ${end}; ${bonds}`,
  `at last ${last}`,
  ...statuses.map((status, index) => `${statuses[index - 1] ?? 'new'}\n      then ${status}`),
]

/** Facts of every round here that no round there has. */
const onlyIn = (here: ReadonlyArray<Story>, there: ReadonlyArray<Story>, name: string): ReadonlyArray<string> => {
  const rounds = here.map((story) => factsOf(story, name))
  const others = new Set(there.flatMap((story) => [...factsOf(story, name)]))
  return [...(rounds[0] ?? [])].filter((fact) => rounds.every((round) => round.has(fact)) && !others.has(fact))
}

/**
 * What every round of one engine shows and no round of the other, told for a person; empty when there is nothing. One engine alone is not the same
 * twice (a Job may end before it was seen running, a policy may be read before its repository has a phase), so that what only some rounds show is
 * chance.
 */
export const describeDifferences = ({
  real,
  double,
}: {
  readonly real: ReadonlyArray<Story>
  readonly double: ReadonlyArray<Story>
}): string => {
  const names = [...new Set([...real, ...double].flatMap((story) => [...story.keys()]))].sort()
  return names
    .flatMap((name) => {
      const differences = [
        ...onlyIn(real, double, name).map((fact) => `  only real: ${fact}`),
        ...onlyIn(double, real, name).map((fact) => `  only double: ${fact}`),
      ]
      return differences.length === 0 ? [] : [name, ...differences]
    })
    .join('\n')
}
