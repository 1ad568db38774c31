/** Keys that the outermost object of a JSON text has twice. The text must be valid JSON. */
export const duplicateKeys = (text: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const duplicates: string[] = []
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g
  let depth = 0
  let keyExpected = false
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const token = match[0]
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token.startsWith('"') && depth === 1 && keyExpected) {
      const key = String(JSON.parse(token))
      if (seen.has(key)) duplicates.push(key)
      seen.add(key)
    }
    keyExpected = depth === 1 && (token === '{' || token === ',')
  }
  return duplicates
}
