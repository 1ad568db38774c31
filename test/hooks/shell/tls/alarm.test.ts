import { createAlarm } from '../../../../hooks/shell/tls/alarm'

describe('an alarm', () => {
  it('goes off when it is time', async () => expect(await createAlarm(1).next(5)).toBe(true))

  it('goes off early when it is rung, also when nobody waited yet', async () => {
    const alarm = createAlarm(1)
    alarm.ring()
    expect(await alarm.next(3_600_000)).toBe(true)
    const waiting = alarm.next(3_600_000)
    setTimeout(alarm.ring, 20)
    expect(await waiting).toBe(true)
    alarm.stop()
  })

  it('is never earlier than the least time, however often it is rung', async () => {
    const alarm = createAlarm(50)
    const start = performance.now()
    const waiting = alarm.next(3_600_000)
    alarm.ring()
    alarm.ring()
    expect(await waiting).toBe(true)
    expect(performance.now() - start).toBeGreaterThan(45)
    alarm.stop()
  })

  it('says so when it is stopped, while somebody waits and afterwards', async () => {
    const alarm = createAlarm(1)
    const waiting = alarm.next(3_600_000)
    setTimeout(alarm.stop, 20)
    expect(await waiting).toBe(false)
    expect(await alarm.next(1)).toBe(false)
  })
})
