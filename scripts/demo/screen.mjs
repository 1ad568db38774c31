// What the person sees: one line a step while it runs, a summary at the end.
const tty = process.stdout.isTTY
const paint = (code, text) => (tty ? `\u001b[${code}m${text}\u001b[0m` : text)
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

export const bytes = (n) => {
  const power = n > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(n) / 10)) : 0
  return `${(n / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
export const count = (n) => n.toLocaleString('en-US')

export const openScreen = () => {
  const seconds = {}
  const line = (text) => process.stdout.write(`${text}\n`)
  const progress = (text) => {
    if (tty) process.stdout.write(`\r\u001b[2K  ${paint(2, text)}`)
  }
  const step = async (name, title, work) => {
    const started = Date.now()
    line(`${paint(36, '›')} ${title}`)
    const result = await work()
    seconds[name] = Math.round((Date.now() - started) / 10) / 100
    if (tty) process.stdout.write('\r\u001b[2K')
    return result
  }
  const note = (text) => line(`  ${text}`)
  const block = (text) =>
    text
      .trimEnd()
      .split('\n')
      .forEach((one) => line(`    ${paint(2, one)}`))
  const verdict = (ok, text) => line(`${ok ? paint(32, '✔') : paint(31, '✘')} ${text}`)
  return { line, progress, step, note, block, verdict, seconds }
}
