import fc from 'fast-check'
import type { Restore } from '../../../api/kinds/restore'
import { formatInstant } from '../../../hooks/core/time/instant'
import { waitWindow } from '../../../hooks/restore/window'

const CREATED = Date.parse('2026-08-05T10:00:00Z')

const restore = (waitTimeout: string | undefined, waitStartedAt?: string): Restore => ({
  apiVersion: 'kopiur.home-operations.com/v1alpha1',
  kind: 'Restore',
  metadata: { name: 'back', creationTimestamp: formatInstant(CREATED) },
  spec: {
    source: { snapshotRef: { name: 'one' } },
    target: { pvcRef: { name: 'data' } },
    ...(waitTimeout === undefined ? {} : { policy: { waitTimeout } }),
  },
  ...(waitStartedAt === undefined ? {} : { status: { waitStartedAt } }),
})

describe('the time in which a Restore waits for its snapshot', () => {
  it.each([undefined, 'soon', '0s'])('is none for %s', (timeout) => {
    expect(waitWindow(restore(timeout), CREATED)).toEqual({ _tag: 'None' })
  })

  it('begins when it is first asked for, and that goes on record', () => {
    const now = CREATED + 90_000
    expect(waitWindow(restore('10m'), now)).toEqual({
      _tag: 'Opening',
      startedAt: formatInstant(now),
      until: now + 600_000,
    })
  })

  it('ends at the same moment however often it is asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_600_000 }), (later) => {
        const window = waitWindow(restore('10m', formatInstant(CREATED + 5_000)), CREATED + 5_000 + later)
        expect(window).toEqual({ _tag: later < 600_000 ? 'Open' : 'Over', until: CREATED + 605_000 })
      }),
    )
  })

  it('cannot be moved before the Restore was made', () => {
    expect(waitWindow(restore('10m', '2020-01-01T00:00:00Z'), CREATED)).toEqual({
      _tag: 'Open',
      until: CREATED + 600_000,
    })
  })
})
