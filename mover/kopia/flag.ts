/** A flag and its value as one word: kopia takes a value that stands alone and begins with `-` for another flag. */
export const flag = (name: `--${string}`, value: string | number | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : [`${name}=${value}`]
