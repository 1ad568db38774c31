// A mover that does what its work order says: { sleepMs, exit, outcome, exitByAttempt, stubborn, child }.
const fs = require('node:fs')
const path = require('node:path')

const order = JSON.parse(process.env.KOPIUR_WORK_SPEC ?? '{}')
const report = process.env.KOPIUR_REPORT_DIRECTORY
const write = (name, value) => {
  fs.writeFileSync(path.join(report, `.${name}`), JSON.stringify(value))
  fs.renameSync(path.join(report, `.${name}`), path.join(report, name))
}
const end = (code, outcome) => {
  write('outcome.json', outcome)
  process.exit(code)
}
process.on('SIGTERM', () => (order.stubborn ? undefined : end(143, { cancelled: true })))
const child = order.child ? require('node:child_process').spawn('sleep', ['60'], { stdio: 'ignore' }) : undefined
write('progress.json', {
  pid: process.pid,
  parent: process.ppid,
  child: child?.pid,
  environment: process.env,
  map: JSON.parse(process.env.KOPIUR_PATH_MAP ?? '{}'),
})
const attempt = Number(path.basename(path.dirname(report)))
const code = order.exitByAttempt?.[attempt - 1] ?? order.exit ?? 0
setTimeout(() => end(code, order.outcome ?? { attempt, code }), order.sleepMs ?? 0)
