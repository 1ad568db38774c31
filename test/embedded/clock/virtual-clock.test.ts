import { VirtualClock } from '../../../embedded/clock/virtual-clock'
import { realClock } from '../../../embedded/clock/real-clock'

describe('virtual time', () => {
  it('runs timers in order of time, those of one instant in order of scheduling', async () => {
    const clock = new VirtualClock(1_000)
    const ran: string[] = []
    const note = (name: string) => () => ran.push(`${name}@${clock.now()}`)
    clock.schedule(1_300, note('c'))
    clock.schedule(1_100, note('a'))
    clock.schedule(1_100, note('b'))
    clock.schedule(5, note('past'))
    clock.schedule(1_200, note('cancelled'))()
    await clock.runUntil(1_250)
    expect(ran).toEqual(['past@1000', 'a@1100', 'b@1100'])
    expect(clock.now()).toBe(1_250)
    expect(await clock.runUntilIdle(9_999)).toBe(true)
    expect(ran.at(-1)).toBe('c@1300')
    expect(clock.now()).toBe(1_300)
  })

  it('runs many timers in the order of any heap', async () => {
    const clock = new VirtualClock(0)
    const ran: number[] = []
    const times = Array.from({ length: 500 }, (_, n) => (n * 7_919) % 503)
    const cancels = times.map((at) => clock.schedule(at, () => ran.push(at)))
    cancels.forEach((cancel, n) => {
      if (n % 3 === 0) cancel()
    })
    await clock.runUntilIdle(1_000)
    expect(ran).toEqual(times.filter((_, n) => n % 3 !== 0).sort((a, b) => a - b))
  })

  it('stands still while work is held, and passes while that work sleeps', async () => {
    const clock = new VirtualClock(0)
    const seen: Array<[string, number]> = []
    clock.schedule(10, () => {
      const release = clock.hold()
      void (async () => {
        await new Promise((resolve) => setImmediate(resolve))
        seen.push(['worked', clock.now()])
        await clock.pause(40)
        seen.push(['slept', clock.now()])
        await new Promise((resolve) => setImmediate(resolve))
        await Promise.all([clock.pause(5), clock.pause(10)])
        seen.push(['both', clock.now()])
        release()
      })()
    })
    clock.schedule(20, () => seen.push(['timer', clock.now()]))
    await clock.runUntil(100)
    expect(seen).toEqual([
      ['worked', 10],
      ['timer', 20],
      ['slept', 50],
      ['both', 60],
    ])
  })

  it('says what is left at the limit', async () => {
    const clock = new VirtualClock(0)
    clock.schedule(1_000, () => undefined)
    expect(await clock.runUntilIdle(500)).toBe(false)
    expect(clock.now()).toBe(500)
    expect(clock.nextAt()).toBe(1_000)
  })
})

it('the real clock calls after the time, and not when cancelled', async () => {
  const clock = realClock()
  const ran: string[] = []
  clock.schedule(clock.now() + 10, () => ran.push('never'))()
  const start = clock.now()
  await new Promise<void>((resolve) => {
    clock.schedule(start + 20, resolve)
    setTimeout(resolve, 5_000).unref()
    // the clock's own timers keep no process alive, so something else must
    const alive = setInterval(() => undefined, 5)
    clock.schedule(start + 40, () => clearInterval(alive))
  })
  expect(clock.now() - start).toBeGreaterThanOrEqual(19)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(ran).toEqual([])
})
