import { readFileSync } from 'node:fs'

export interface CommandBlock {
  /** The heading above it. */
  readonly heading: string
  readonly commands: string
}

/** The shell commands of a page of the documentation, block by block, as people copy them. */
export const commandBlocks = (page: string): ReadonlyArray<CommandBlock> =>
  readFileSync(page, 'utf8')
    .split(/^(?=#+ )/m)
    .flatMap((section) => {
      const heading = /^#+ (.*)$/m.exec(section)?.[1] ?? ''
      return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((found) => ({ heading, commands: found[1] ?? '' }))
    })
