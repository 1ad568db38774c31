import { refOf } from '../../../embedded/api/kind-definition'
import type { Store } from '../../../embedded/api/store'
import type { Clock } from '../../../embedded/clock/clock'
import type { Random } from '../../../embedded/random/random'

const FAILURE = { readyToUse: false, error: { message: 'the array is full' } }

/** A storage that takes snapshots: most in some seconds, one in ten never. */
export const startSnapshotting = (store: Store, clock: Clock, random: Random): (() => void) =>
  store.listen(({ type, object }) => {
    if (object.kind !== 'VolumeSnapshot' || type !== 'ADDED') return
    const status = random.next() < 0.1 ? FAILURE : { readyToUse: true, restoreSize: '1Gi' }
    clock.schedule(clock.now() + random.integer(200, 20_000), () =>
      store.patch(refOf(object), { type: 'merge', subresource: 'status', body: { status } }),
    )
  })
