// A mover without kopia: every operation ends well, at once.
const fs = require('node:fs')
const path = require('node:path')

const { operation } = JSON.parse(process.env.KOPIUR_WORK_SPEC)
const now = new Date().toISOString()
const answers = {
  bootstrap: () => ({ uniqueId: 'repo-1', created: true, snapshotCount: 0, totalSizeBytes: 0, indexBlobCount: 1 }),
  snapshot: ({ identity, runUid }) => ({
    saved: {
      snapshotId: `k${runUid.replaceAll('-', '')}`,
      identity,
      startTime: now,
      endTime: now,
      stats: { sizeBytes: 1 },
      foundByTag: false,
    },
  }),
  restore: ({ source }) => ({ restored: { snapshotId: source.snapshotId ?? 'k', bytes: 1, files: 1 } }),
  maintenance: ({ owner }) => ({ ran: { owner } }),
  deleteBatch: ({ members }) => ({ deleted: members.map(({ uid }) => uid), alreadyGone: [] }),
  pin: ({ snapshotId, pinned }) => ({ snapshotId, pinned }),
}
const [[name, order]] = Object.entries(operation)
const outcome = { version: 1, startTime: now, endTime: now, succeeded: { [name]: answers[name](order) } }
const file = path.join(process.env.KOPIUR_REPORT_DIRECTORY, 'outcome.json')
fs.writeFileSync(`${file}.draft`, JSON.stringify(outcome))
fs.renameSync(`${file}.draft`, file)
