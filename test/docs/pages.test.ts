import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(__dirname, '../..')
const skipped = new Set(['node_modules', 'dist', '.git', 'test-results', 'bin'])

const filesUnder = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesUnder(path, ending)
    return entry.name.endsWith(ending) ? [path] : []
  })

const text = (file: string): string => readFileSync(file, 'utf8')
const pages = filesUnder(root, '.md').map((file) => relative(root, file))
const withoutCode = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code')

/** Headings as the anchors that a forge gives them. */
const anchors = (markdown: string): ReadonlyArray<string> =>
  [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  )

const deadLinks = (page: string): ReadonlyArray<string> =>
  [...withoutCode(text(join(root, page))).matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(root, page) : join(root, dirname(page), path)
      return !existsSync(file) || (anchor !== undefined && !anchors(text(file)).includes(anchor))
    })

it.each(pages)('every link of %s leads somewhere', (page) => {
  expect(deadLinks(page)).toEqual([])
})

it('every page of docs/ is reached from docs/README.md', () => {
  const index = text(join(root, 'docs/README.md'))
  const listed = pages.filter((page) => /^docs\/(how-to|explanation|reference)\/[^/]*\.md$/.test(page))
  expect(listed.filter((page) => !index.includes(`(${relative('docs', page)})`))).toEqual([])
})

interface Condition {
  readonly type: string
  readonly status?: string
  readonly reason: string
}

const isCondition = (value: object): value is Condition =>
  'type' in value && 'reason' in value && typeof value.type === 'string' && typeof value.reason === 'string'

/** What an answer says is not well: Ready=False, and Warnings. */
const troubles = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== 'object' || value === null) return []
  const own = isCondition(value) && ((value.type === 'Ready' && value.status === 'False') || value.type === 'Warning')
  return [...(own ? [value.reason] : []), ...Object.values(value).flatMap(troubles)]
}

it('every reason that a case shows is explained', () => {
  const cases = filesUnder(join(root, 'test/hooks'), 'expected.json')
  const reasons = [...new Set(cases.flatMap((file) => troubles(JSON.parse(text(file)))))]
  const explained = ['how-to/troubleshoot.md', 'how-to/restore.md', 'reference/mover.md'].map((page) =>
    text(join(root, 'docs', page)),
  )
  expect(reasons.length).toBeGreaterThan(40)
  expect(reasons.filter((reason) => !explained.some((page) => page.includes(`\`${reason}\``))).sort()).toEqual([])
})
