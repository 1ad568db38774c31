import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { parse } from 'yaml'
import { objectMetrics } from '../../hooks/observed'
import { createMetrics } from '../../hooks/shell/metrics'
import { exportObjects } from '../../hooks/shell/observed'
import { stubClient } from '../hooks/shell/stub-client'

const reference = readFileSync('docs/reference/metrics.md', 'utf8')
const guide = readFileSync('docs/how-to/monitor.md', 'utf8')
const RULES = 'manifests/components/monitoring/prometheus-rule.yaml'

interface Named {
  readonly name: string
  readonly type: string
  readonly labels: ReadonlyArray<string>
}

const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : 1)

const documented = (): ReadonlyArray<Named> =>
  [...reference.matchAll(/^\| `(kopiur_\w+)` +\| (counter|gauge|histogram) +\|([^|]*)\|/gm)]
    .map(([, name = '', type = '', labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
    }))
    .sort(byName)

/** prom-client does not give away the labels of a metric, but keeps them there. */
const labelsOf = (metric: object): ReadonlyArray<string> =>
  'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.filter((one) => one !== 'le') : []

const exported = (): ReadonlyArray<Named> => {
  const { registry } = createMetrics()
  exportObjects(registry, stubClient())
  return registry
    .getMetricsAsArray()
    .map((metric) => ({ name: metric.name, type: String(metric.type), labels: labelsOf(metric) }))
    .sort(byName)
}

it('the reference names every metric, with its type and its labels', () => {
  expect(documented()).toEqual(exported())
})

it('what is said not to be exported is not', () => {
  const absent = reference.slice(reference.indexOf('## Not exported'))
  const names = [...absent.matchAll(/`(kopiur_\w+)(\*?)`/g)]
  expect(names.length).toBeGreaterThan(20)
  const there = exported().map(({ name }) => name)
  const wrong = names.filter(([, name = '', star]) =>
    there.some((one) => (star === '' ? one === name : one.startsWith(name))),
  )
  expect(wrong.map(([text]) => text)).toEqual([])
})

interface Rule {
  readonly alert: string
  readonly expr: string
}

const rules = (): ReadonlyArray<Rule> =>
  parse(readFileSync(RULES, 'utf8')).spec.groups.flatMap((group: { rules: ReadonlyArray<Rule> }) => group.rules)

it('every alert asks for metrics and labels that there are, and is explained', () => {
  const there = new Map(exported().map(({ name, labels }) => [name, labels]))
  expect(rules().length).toBeGreaterThan(10)
  rules().forEach(({ alert, expr }) => {
    const asked = [...expr.matchAll(/kopiur_\w+/g)].map(([name]) => name)
    expect([alert, asked.filter((name) => !there.has(name))]).toEqual([alert, []])
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '))
    const labels = [
      ...asked.flatMap((name) => there.get(name) ?? []),
      ...(expr.includes('label_replace') ? ['policy'] : []),
    ]
    expect([alert, grouped.filter((label) => !labels.includes(label))]).toEqual([alert, []])
    expect(guide).toContain(`\`${alert}\``)
  })
})

it('alerts about objects take one replica of several that tell the same', () => {
  const ofObjects = new Set(objectMetrics.map(({ name }) => name))
  const adding = rules().filter(({ expr }) => /\b(sum|count)\b/.test(expr))
  expect(adding.filter(({ expr }) => [...ofObjects].some((name) => expr.includes(name)))).toEqual([])
})

it('no two metrics have one name', () => {
  const registry = new Registry()
  exportObjects(registry, stubClient())
  expect(registry.getMetricsAsArray()).toHaveLength(objectMetrics.length + 1)
})
