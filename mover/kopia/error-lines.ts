const MAX_LINE = 8192
const FIRST = 50
const LAST = 150

// One error can come wrapped a hundred times in one line; its ends tell all.
const capped = (line: string) =>
  line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE / 2)} … ${line.slice(-MAX_LINE / 2)}`

export type ErrorLines = { readonly add: (line: string) => void; readonly all: () => ReadonlyArray<string> }

/** Keeps the first and the last lines of a standard error of any length. */
export const errorLines = (): ErrorLines => {
  const first: string[] = []
  const last: string[] = []
  return {
    add: (line) => {
      if (line.trim() === '') return
      if (first.length < FIRST) first.push(capped(line))
      else if (last.push(capped(line)) > LAST) last.shift()
    },
    all: () => [...first, ...last],
  }
}
