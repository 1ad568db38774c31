import type { Decision } from '../hook'
import { keptChildren } from './children'
import { stampsSeen } from './pruning/prune'
import type { PolicyRequest } from './request'
import { rowsOf } from './row'

/** Every Snapshot stays, and nothing new is told. */
export const untouched = (request: PolicyRequest): Decision => {
  const rows = rowsOf(request.snapshots)
  const pruning = { stamps: stampsSeen(rows), drops: new Map<string, string>(), needs: [] }
  return { status: { ...request.policy.status }, children: keptChildren(request, rows, pruning), effects: [] }
}
