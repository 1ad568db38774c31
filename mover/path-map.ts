/** Paths of the container -> folders of this machine; the longest matching path wins. */
export type PathMap = Readonly<Record<string, string>>

const covers = (prefix: string) => (path: string) => path === prefix || path.startsWith(`${prefix}/`)
const trimmed = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Where a path of the container lies on this machine; unmapped paths stay as they are. */
export const mapPath =
  (map: PathMap) =>
  (path: string): string => {
    const best = Object.keys(map)
      .map((key) => ({ key, prefix: trimmed(key) }))
      .filter(({ prefix }) => covers(prefix)(path))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0]
    const folder = best === undefined ? undefined : map[best.key]
    return best === undefined || folder === undefined ? path : `${trimmed(folder)}${path.slice(best.prefix.length)}`
  }
