import { Environment } from '@marcbachmann/cel-js'

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
})
  .registerFunction('list.isSorted(): bool', isSorted)
  .registerFunction('string.find(string): string', (text: string, pattern: string) => text.match(pattern)?.[0] ?? '')
  .registerFunction('list.sum(): dyn', (items: ReadonlyArray<bigint>) => items.reduce((a, b) => a + b, 0n))

function isSorted(items: ReadonlyArray<never>): boolean {
  return items.every((item, index) => index === 0 || items[index - 1]! <= item)
}

type Program = (context: Record<string, unknown>) => unknown
const programs = new Map<string, Program>()

const program = (expression: string): Program => {
  const known = programs.get(expression)
  if (known !== undefined) return known
  const parsed = environment.parse(expression)
  programs.set(expression, parsed)
  return parsed
}

/** Evaluates one expression; throws what the evaluator throws. Parsed once for each text. */
export const evaluateCel = (expression: string, context: Record<string, unknown>): unknown =>
  program(expression)(context)

/** Whether an expression is one at all. */
export const parsesAsCel = (expression: string): boolean => {
  try {
    program(expression)
    return true
  } catch {
    return false
  }
}
