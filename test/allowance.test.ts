import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Allowance, type LeasePoints } from '../src/core/allowance.ts'
import { ApiError } from '../src/core/errors.ts'
import { readRateLimit } from '../src/core/rate-limit.ts'

const limit = { points: 100, seconds: 60 }
const windowMs = limit.seconds * 1_000

/** A store of windows on a clock that is driven: each begins with the first lease in it. `delays` are those of its answers. */
const startStore = (delays: readonly number[] = []) => {
  let time = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  let consumed = 0
  let endsAt = 0
  let asked = 0
  /** What was leased in each window, in turn. */
  const granted: number[] = []
  const pause = (ms: number) => new Promise<void>((run) => timers.push({ at: time + ms, run }))
  const lease: LeasePoints = async (wanted) => {
    const delay = delays[asked % delays.length] ?? 0
    asked += 1
    await pause(Math.floor(delay / 2))
    if (time >= endsAt) {
      consumed = 0
      endsAt = time + windowMs
      granted.push(0)
    }
    const got = Math.max(0, Math.min(wanted, limit.points - consumed))
    consumed += wanted
    granted[granted.length - 1] = (granted.at(-1) ?? 0) + got
    const answer = { granted: got, left: Math.max(0, limit.points - consumed), endsInMs: endsAt - time }
    await pause(Math.ceil(delay / 2))
    return answer
  }
  return {
    lease,
    granted,
    now: () => time,
    /** The window there is: its number. */
    window: () => granted.length - 1,
    asked: () => asked,
    /** Lets time pass; what becomes due on the way happens at its own time. */
    async pass(ms: number) {
      const until = time + ms
      for (;;) {
        // What follows from an answer may ask again, at the same time.
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
        const due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers = timers.filter((timer) => timer !== due)
        time = Math.max(time, due.at)
        due.run()
      }
      time = until
    }
  }
}

const allowanceOn = ({ lease, now }: ReturnType<typeof startStore>, slice = 2) =>
  new Allowance({ limit, lease, slice, now })

/** What came of spending: whether it was allowed at once, later or not. */
const spend = async (allowance: Allowance, points: number): Promise<'at once' | 'later' | ApiError> => {
  try {
    const spent = allowance.spend(points)
    if (!(spent instanceof Promise)) return 'at once'
    await spent
    return 'later'
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

describe('what a caller may use', () => {
  test('is all there for a single client, to the last point', async () => {
    const store = startStore()
    const allowance = allowanceOn(store)
    expect(allowance.remaining).toBe(100)
    for (let left = 99; left >= 0; left -= 1) {
      const spent = spend(allowance, 1)
      await store.pass(0)
      expect(await spent).toMatch(/at once|later/)
      expect(allowance.remaining).toBe(left)
    }
    const refused = await spend(allowance, 1)
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
    expect(allowance.problem).toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('is all there for a crowd that asks at the same moment, and costs it few questions', async () => {
    const store = startStore([10])
    const allowance = allowanceOn(store)
    const crowd = Array.from({ length: 150 }, () => spend(allowance, 1))
    await store.pass(1_000)
    const outcomes = await Promise.all(crowd)
    expect(outcomes.filter((outcome) => outcome instanceof ApiError)).toHaveLength(50)
    expect(store.asked()).toBeLessThan(5)
  })

  test('is spent at once while there is some: the next slice comes before this one is gone', async () => {
    const store = startStore([10])
    const allowance = allowanceOn(store, 10)
    const first = spend(allowance, 1)
    await store.pass(10)
    expect(await first).toBe('later')
    for (let asked = 0; asked < 99; asked += 1) {
      expect(await spend(allowance, 1)).toBe('at once')
      await store.pass(10)
    }
    expect(store.asked()).toBeLessThan(14)
    // Of what is gone nobody asks again.
    const before = store.asked()
    for (let asked = 0; asked < 50; asked += 1) expect(await spend(allowance, 1)).toBeInstanceOf(ApiError)
    await store.pass(0)
    expect(store.asked()).toBe(before)
  })

  test('is there again when the window has ended', async () => {
    const store = startStore()
    const allowance = allowanceOn(store)
    const all = spend(allowance, 100)
    await store.pass(20_000)
    expect(await all).toBe('later')
    expect(await spend(allowance, 1)).toMatchObject({ retryAfterSeconds: 40 })
    expect(allowance.standing).toBe('"default";r=0;t=40')
    await store.pass(40_000)
    expect(allowance.problem).toBeNull()
    const again = spend(allowance, 100)
    await store.pass(0)
    expect(await again).toBe('later')
  })

  test('is not spent any more when its window has ended where it was leased, however long the answer took', async () => {
    const store = startStore([100])
    const allowance = allowanceOn(store)
    const first = spend(allowance, 1)
    await store.pass(100)
    await first
    // The store counts from the middle of its answer.
    await store.pass(windowMs - 50)
    const next = spend(allowance, 1)
    await store.pass(100)
    expect(await next).toBe('later')
    expect(store.window()).toBe(1)
  })

  test('refuses what is dear and lets through what is not', async () => {
    const store = startStore()
    const allowance = allowanceOn(store)
    const most = spend(allowance, 70)
    await store.pass(0)
    await most
    expect(await spend(allowance, 31)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
    const rest = spend(allowance, 30)
    await store.pass(0)
    expect(await rest).toBe('later')
  })

  test('says so when something costs more than there ever is: waiting would not help', async () => {
    const refused = await spend(allowanceOn(startStore()), 101)
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: undefined })
    expect((refused as ApiError).message).toContain('ask for less')
  })
})

test('however many replicas spend, and however late a store answers, no window gives more than the limit', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 7 }),
      fc.array(
        fc.record({
          replica: fc.nat(4),
          points: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })),
          passes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 }), fc.constant(windowMs - 100))
        }),
        { minLength: 1, maxLength: 150 }
      ),
      async (count, slice, delays, steps) => {
        const store = startStore(delays)
        const replicas = Array.from({ length: count }, () => allowanceOn(store, slice))
        const spent: number[] = []
        const waiting: Promise<unknown>[] = []
        for (const { replica, points, passes } of steps) {
          const outcome = spend(replicas[replica % count] as Allowance, points).then((how) => {
            // Nothing is spent before its window has begun, nor after it has ended.
            if (!(how instanceof ApiError)) spent[store.window()] = (spent[store.window()] ?? 0) + points
          })
          waiting.push(outcome)
          await store.pass(passes)
        }
        await store.pass(10 * windowMs)
        await Promise.all(waiting)
        for (const total of spent) expect(total ?? 0).toBeLessThanOrEqual(limit.points)
        for (const total of store.granted) expect(total).toBeLessThanOrEqual(limit.points)
      }
    ),
    { numRuns: 300 }
  ))

test('a client that comes alone gets no less than the limit, whatever it asks for', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 120 }),
      async (slice, costs) => {
        const store = startStore()
        const allowance = allowanceOn(store, slice)
        let left = limit.points
        for (const points of costs) {
          const outcome = spend(allowance, points)
          await store.pass(0)
          const isRefused = (await outcome) instanceof ApiError
          expect(isRefused).toBe(points > left)
          if (!isRefused) left -= points
          expect(allowance.remaining).toBe(left)
        }
      }
    )
  ))

describe('a limit is written', () => {
  test('as points over seconds', () => {
    expect(readRateLimit('600/60s')).toEqual({ points: 600, seconds: 60 })
  })

  test.each(['', '600', '600/60', '0/60s', '600/0s', '-1/60s', '1e3/60s', '600/60m', ' 600/60s', '6000000000/60s'])(
    'and not as %j',
    (text) => expect(() => readRateLimit(text)).toThrow('for example 600/60s')
  )
})
