import * as t from 'io-ts'
import { claimRef } from '../../core/kube'
import { chain, end, go, readStep, type Step } from '../../core/step'
import { findCondition } from '../../core/conditions'
import { formatInstant, parseInstant } from '../../core/time/instant'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { refuse, waitFor } from '../waiting'

const DEADLINE_SECONDS = 1800
/** Looked for soon at first, then as long again as it has been missed, up to this. */
const PROBE_SECONDS = { first: 10, longest: 300 } as const

/** The claim of a source as far as a mount depends on it. */
export const claim = t.intersection([
  t.type({
    metadata: t.type({ name: t.string }),
    spec: t.partial({ volumeName: t.string, volumeMode: t.string, accessModes: t.array(t.string) }),
  }),
  t.partial({ status: t.partial({ accessModes: t.array(t.string) }) }),
])
export type Claim = t.TypeOf<typeof claim>

/** The claim to read from: there, and with a file system on it. One that is missing may come back for half an hour. */
export const sourceClaim = (scene: Scene, name: string): Step<Claim | undefined, Move> => {
  return chain(readStep(claim, scene.reads, claimRef(scene.namespace, name)), (read) => {
    switch (read._tag) {
      case 'Found':
        return read.value.spec.volumeMode === 'Block' ? end(blockVolume(scene, name)) : go(read.value)
      case 'Missing':
        return end(missingClaim(scene, name))
      case 'Forbidden':
      case 'Unreadable':
        return go(undefined)
    }
  })
}

const blockVolume = (scene: Scene, name: string): Move =>
  refuse(
    {
      reason: 'SourceNotSupported',
      message: `Claim ${scene.namespace}/${name} has volumeMode Block; only volumes with a file system can be backed up.`,
      action: 'FixSpec',
    },
    scene.now,
  )

const missingClaim = (scene: Scene, name: string): Move => {
  const since = findCondition(scene.snapshot.status?.conditions, 'SourcePvcAvailable')
  const start = parseInstant(since?.status === 'False' ? since.lastTransitionTime : formatInstant(scene.now))
  const missed = start._tag === 'Some' ? Math.floor((scene.now - start.value) / 1000) : 0
  const left = DEADLINE_SECONDS - missed
  const pause = Math.min(PROBE_SECONDS.longest, Math.max(PROBE_SECONDS.first, missed))
  const message = `Claim ${scene.namespace}/${name} does not exist. Create it again or change the sources of the policy; the run fails ${DEADLINE_SECONDS / 60} minutes after it was first missed.`
  const obstacle = {
    reason: 'SourcePvcMissing',
    message,
    conditions: [{ type: 'SourcePvcAvailable', status: 'False', reason: 'SourcePvcMissing', message }] as const,
    action: 'RecreateSourcePvcOrUpdateSources',
  }
  return left <= 0 ? refuse(obstacle, scene.now) : waitFor(obstacle, Math.min(pause, left))
}
