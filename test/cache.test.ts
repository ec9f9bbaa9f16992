import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Cache, type Fetch } from '../src/cache/cache.ts'
import type { Entry } from '../src/cache/entry.ts'
import { lifetimeOf } from '../src/cache/lifetimes.ts'
import { Reads } from '../src/cache/reads.ts'
import type { SharedStore } from '../src/cache/shared-store.ts'
import { ApiError } from '../src/core/errors.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import { SingleFlight } from '../src/core/single-flight.ts'
import type { FeedKind, Lifetime, LookupKind } from '../src/store/kinds.ts'
import { feedKinds, feeds, lookupKinds, lookups } from '../src/store/kinds.ts'
import { isWritten, type ReadsNow, type Source } from '../src/store/source.ts'
import { heapBytes } from './campaign/memory.ts'
import { countedSource } from './counted-source.ts'
import { rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

const seconds = 1_000
const minutes = 60 * seconds

/** Work that ends when the test says so. */
const pending = <T>() => {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** Lets everything run that is ready to. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A promise nobody awaits yet, whose rejection is looked at later. */
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error })
  )

const unhandled: unknown[] = []
const note = (error: unknown) => unhandled.push(error)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))
afterEach(async () => {
  await settle()
  expect(unhandled.splice(0)).toEqual([])
})

describe('the cache', () => {
  let now = 1_000_000
  const create = (maxBytes: number) => new Cache({ memory: new Memory(maxBytes), now: () => now, random: () => 0 })
  let cache = create(1_000_000)
  beforeEach(() => {
    cache = create(1_000_000)
  })
  afterEach(() => cache.close())

  const { signal } = new AbortController()
  const forAMinute: Lifetime = { freshMs: minutes, revalidateMs: 0, onErrorMs: 0 }
  const counting = () => {
    const asked: (readonly string[])[] = []
    const fetch: Fetch<string> = async (keys) => {
      asked.push(keys)
      return keys.map((key) => (key.startsWith('no') ? null : `${key} at ${now}`))
    }
    return { asked, fetch }
  }
  const read = (keys: readonly string[], fetch: Fetch<string>, from = signal, lifetime = forAMinute) =>
    cache.read(keys, { lifetime: () => lifetime, fetch }, from)

  test('asks once while an answer is fresh, and tells when it was given', async () => {
    const { asked, fetch } = counting()
    const given = now
    const entry = { value: `a at ${given}`, at: given, freshUntil: given + minutes }
    expect(await read(['a'], fetch)).toEqual([{ ...entry, cached: false }])
    now += minutes - 1
    expect(await read(['a'], fetch)).toEqual([{ ...entry, cached: true }])
    expect(asked).toEqual([['a']])
  })

  test('asks again from the very moment an answer is no longer fresh', async () => {
    const { asked, fetch } = counting()
    await read(['a'], fetch)
    now += minutes
    expect(await read(['a'], fetch)).toMatchObject([{ value: `a at ${now}`, cached: false }])
    expect(asked).toEqual([['a'], ['a']])
  })

  test('lets the value decide how long it is kept', async () => {
    const { asked, fetch } = counting()
    const briefForNothing = (value: string | null) =>
      value === null ? { ...forAMinute, freshMs: seconds } : forAMinute
    const readBoth = () => cache.read(['nothing', 'a'], { lifetime: briefForNothing, fetch }, signal)
    await readBoth()
    now += seconds
    expect(await readBoth()).toMatchObject([{ value: null, cached: false }, { cached: true }])
    expect(asked).toEqual([['nothing', 'a'], ['nothing']])
  })

  test('ends lifetimes up to a tenth early and never late, so that not everything is renewed at once', async () => {
    const given = now
    for (const [random, freshMs] of [
      [0, minutes],
      [0.5, minutes * 0.95],
      [0.999, minutes * 0.9001]
    ] as const) {
      const spread = new Cache({ memory: new Memory(10_000), now: () => now, random: () => random })
      const [outcome] = await spread.read(['a'], { lifetime: () => forAMinute, fetch: counting().fetch }, signal)
      expect(outcome).toMatchObject({ freshUntil: given + freshMs })
      await spread.close()
    }
  })

  describe('with an answer that is no longer fresh', () => {
    const lasting: Lifetime = { freshMs: minutes, revalidateMs: minutes, onErrorMs: 10 * minutes }
    const down: Fetch<string> = () => Promise.reject(new ApiError('UPSTREAM_ERROR'))
    const keep = async (lifetime: Lifetime) => {
      await read(['a'], async () => ['older'], signal, lifetime)
    }

    test('serves it at once and renews it once behind the scenes', async () => {
      await keep(lasting)
      now += minutes
      const work = pending<readonly string[]>()
      let renewals = 0
      const slow: Fetch<string> = () => {
        renewals += 1
        return work.promise
      }
      for (let time = 0; time < 5; time += 1) {
        expect(await read(['a'], slow, signal, lasting)).toMatchObject([{ value: 'older', cached: true }])
      }
      work.resolve(['newer'])
      await settle()
      expect(await read(['a'], slow, signal, lasting)).toMatchObject([{ value: 'newer', cached: true, at: now }])
      expect(renewals).toBe(1)
    })

    test('keeps it when renewing fails', async () => {
      await keep(lasting)
      now += minutes
      for (let time = 0; time < 3; time += 1) {
        expect(await read(['a'], down, signal, lasting)).toMatchObject([{ value: 'older', cached: true }])
        await settle()
      }
      expect(await read(['a'], async () => ['newer'], signal, lasting)).toMatchObject([{ value: 'older' }])
      await settle()
      expect(await read(['a'], down, signal, lasting)).toMatchObject([{ value: 'newer' }])
    })

    test('does not serve it beyond its time when the source answers', async () => {
      await keep(lasting)
      now += 2 * minutes
      expect(await read(['a'], async () => ['newer'], signal, lasting)).toMatchObject([
        { value: 'newer', cached: false }
      ])
    })

    test('serves it beyond its time when the source is in trouble, up to a bound', async () => {
      await keep(lasting)
      now += 11 * minutes - 1
      expect(await read(['a'], down, signal, lasting)).toMatchObject([{ value: 'older', cached: true }])
      now += 1
      expect(await read(['a'], down, signal, lasting)).toMatchObject([{ code: 'UPSTREAM_ERROR' }])
    })

    test('does not let it hide what is wrong with the question', async () => {
      await keep(lasting)
      now += 3 * minutes
      const refused: Fetch<string> = () => Promise.reject(new ApiError('INVALID_PARAM'))
      expect(await read(['a'], refused, signal, lasting)).toMatchObject([{ code: 'INVALID_PARAM' }])
    })

    test('replaces it when what it tells of is gone', async () => {
      await keep(lasting)
      now += 3 * minutes
      expect(await read(['a'], async () => [null], signal, lasting)).toMatchObject([{ value: null, cached: false }])
      expect(await read(['a'], down, signal, lasting)).toMatchObject([{ value: null, cached: true }])
    })

    test('serves it at once to whoever asks for it, while another reader waits for more', async () => {
      await keep(lasting)
      now += minutes
      const work = pending<readonly string[]>()
      const slow: Fetch<string> = (keys) => (keys.includes('b') ? work.promise : Promise.resolve(['newer']))
      const both = read(['a', 'b'], slow, signal, lasting)
      await settle()
      expect(await read(['a'], slow, signal, lasting)).toMatchObject([{ cached: true }])
      work.resolve(['b'])
      expect(await both).toMatchObject([{ value: 'older' }, { value: 'b' }])
    })

    test('gives a renewal up after ten seconds, however many readers come, and lets the next one begin another', async () => {
      await keep(lasting)
      now += minutes
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const signals: AbortSignal[] = []
        const silent: Fetch<string> = (_, signal) => {
          signals.push(signal)
          return new Promise(() => {})
        }
        for (let second = 0; second < 10; second += 1) {
          expect(await read(['a'], silent, signal, lasting)).toMatchObject([{ value: 'older' }])
          expect(signals.map(({ aborted }) => aborted)).toEqual([false])
          vi.advanceTimersByTime(1_000)
        }
        expect(await read(['a'], silent, signal, lasting)).toMatchObject([{ value: 'older' }])
        await settle()
        expect(await read(['a'], silent, signal, lasting)).toMatchObject([{ value: 'older' }])
        expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
        vi.advanceTimersByTime(10_000)
        await settle()
        expect(vi.getTimerCount()).toBe(0)
      } finally {
        vi.useRealTimers()
      }
    })

    test('serves it 10,000 times beside a renewal that does not end, and each leaves nothing behind', async () => {
      await keep(lasting)
      now += minutes
      const silent: Fetch<string> = () => new Promise(() => {})
      const ask = async (times: number) => {
        for (let time = 0; time < times; time += 1) await read(['a'], silent, signal, lasting)
      }
      await ask(1_000)
      const before = heapBytes()
      await ask(10_000)
      expect(heapBytes() - before).toBeLessThan(2_000_000)
    })

    test('does not serve it as fresh when the clock was set back', async () => {
      await keep(lasting)
      now -= 60 * minutes
      expect(await read(['a'], async () => ['newer'], signal, lasting)).toMatchObject([{ value: 'newer', at: now }])
      expect(await read(['a'], down, signal, lasting)).toMatchObject([{ value: 'newer', cached: true }])
    })

    test('waits a second for the source, and serves it when that was not enough', async () => {
      await keep(lasting)
      now += 3 * minutes
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const work = pending<readonly string[]>()
        const answer = read(['a'], () => work.promise, signal, lasting)
        await settle()
        vi.advanceTimersByTime(1_000)
        expect(await answer).toMatchObject([{ value: 'older', cached: true }])
        // The answer that came too late for this reader is kept for the next one.
        work.resolve(['newer'])
        await settle()
        expect(await read(['a'], down, signal, lasting)).toMatchObject([{ value: 'newer', cached: true }])
        now += 3 * minutes
        expect(await read(['a'], async () => ['newest'], signal, lasting)).toMatchObject([{ value: 'newest' }])
        expect(vi.getTimerCount()).toBe(0)
      } finally {
        vi.useRealTimers()
      }
    })
  })

  test('asks for the missing keys alone, and answers in order', async () => {
    const { asked, fetch } = counting()
    await read(['b', 'd'], fetch)
    const found = await read(['a', 'b', 'c', 'd', 'e'], fetch)
    expect(asked).toEqual([
      ['b', 'd'],
      ['a', 'c', 'e']
    ])
    expect(found.map((outcome) => (outcome instanceof Error ? outcome : [outcome.value?.[0], outcome.cached]))).toEqual(
      [
        ['a', false],
        ['b', true],
        ['c', false],
        ['d', true],
        ['e', false]
      ]
    )
  })

  test('makes one call for a thousand simultaneous reads', async () => {
    const work = pending<readonly string[]>()
    let calls = 0
    const reads = Array.from({ length: 1_000 }, () =>
      read(['a'], () => {
        calls += 1
        return work.promise
      })
    )
    await settle()
    work.resolve(['once'])
    for (const [outcome] of await Promise.all(reads)) expect(outcome).toMatchObject({ value: 'once', cached: false })
    expect(calls).toBe(1)
  })

  test('joins reads that overlap, and asks only for what nobody is asking for', async () => {
    const first = pending<readonly string[]>()
    const asked: (readonly string[])[] = []
    const one = read(['a', 'b'], (keys) => {
      asked.push(keys)
      return first.promise
    })
    await settle()
    const two = read(['b', 'c'], async (keys) => {
      asked.push(keys)
      return keys.map((key) => `${key} from the second`)
    })
    await settle()
    first.resolve(['a from the first', 'b from the first'])
    expect(await one).toMatchObject([{ value: 'a from the first' }, { value: 'b from the first' }])
    expect(await two).toMatchObject([{ value: 'b from the first' }, { value: 'c from the second' }])
    expect(asked).toEqual([['a', 'b'], ['c']])
  })

  test('does not keep a failure', async () => {
    const { fetch } = counting()
    expect(await read(['a'], () => Promise.reject(new Error('down')))).toMatchObject([{ message: 'down' }])
    expect(await read(['a'], fetch)).toMatchObject([{ value: `a at ${now}`, cached: false }])
    expect(await read(['a'], fetch)).toMatchObject([{ cached: true }])
  })

  test('does not let the failure of one key fail or keep its neighbours', async () => {
    const { asked, fetch } = counting()
    const half: Fetch<string> = async (keys) => keys.map((key) => (key === 'bad' ? new Error('bad') : key))
    const [a, bad, c] = await read(['a', 'bad', 'c'], half)
    expect([a, c]).toMatchObject([{ value: 'a' }, { value: 'c' }])
    expect(bad).toBeInstanceOf(Error)
    expect(await read(['a', 'bad', 'c'], fetch)).toMatchObject([{ cached: true }, { cached: false }, { cached: true }])
    expect(asked).toEqual([['bad']])
  })

  test('does not let a failing source fail what is at hand', async () => {
    await read(['a'], counting().fetch)
    const found = await read(['a', 'b'], () => Promise.reject(new Error('down')))
    expect(found).toMatchObject([{ cached: true }, { message: 'down' }])
  })

  test('shares a failure with those who wait for it, and with nobody who comes later', async () => {
    const work = pending<readonly string[]>()
    const waiting = [1, 2, 3].map(() => outcomeOf(read(['a'], () => work.promise)))
    await settle()
    work.reject(new Error('down'))
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ value: [{ message: 'down' }] })
    const { fetch } = counting()
    expect(await read(['a'], fetch)).toMatchObject([{ cached: false }])
  })

  test('keeps what exists and what does not', async () => {
    const { asked, fetch } = counting()
    expect(await read(['nothing'], fetch)).toMatchObject([{ value: null, cached: false }])
    expect(await read(['nothing'], fetch)).toMatchObject([{ value: null, cached: true }])
    expect(asked).toHaveLength(1)
  })

  describe.each([[['a']], [['a', 'b']]])('when someone stops waiting for %j', (wanted) => {
    const answers = wanted.map((key) => key.toUpperCase())
    const start = async (readers: number) => {
      const work = pending<readonly string[]>()
      let source: AbortSignal | undefined
      const controllers = Array.from({ length: readers }, () => new AbortController())
      const outcomes = controllers.map((controller) =>
        outcomeOf(
          read(
            wanted,
            (keys, shared) => {
              source = shared
              expect(keys).toEqual(wanted)
              return work.promise
            },
            controller.signal
          )
        )
      )
      await settle()
      return { work, controllers, outcomes, isCalledOff: () => source?.aborted }
    }

    test('the others get their answer', async () => {
      const { work, controllers, outcomes, isCalledOff } = await start(3)
      controllers[0]?.abort(new ApiError('UPSTREAM_TIMEOUT'))
      expect(await outcomes[0]).toMatchObject({ error: { code: 'UPSTREAM_TIMEOUT' } })
      expect(isCalledOff()).toBe(false)
      work.resolve(answers)
      expect(await outcomes[1]).toMatchObject({ value: answers.map((value) => ({ value })) })
      expect(await outcomes[2]).toMatchObject({ value: answers.map((value) => ({ value })) })
    })

    test('the work is called off with the last of them', async () => {
      const { controllers, outcomes, isCalledOff, work } = await start(2)
      controllers[1]?.abort(new Error('first'))
      expect(isCalledOff()).toBe(false)
      controllers[0]?.abort(new Error('last'))
      expect(isCalledOff()).toBe(true)
      expect(await outcomes[0]).toMatchObject({ error: { message: 'last' } })
      expect(await outcomes[1]).toMatchObject({ error: { message: 'first' } })
      work.reject(new Error('called off'))
    })

    test('whoever comes next starts anew instead of joining what was called off', async () => {
      const { controllers, outcomes, work } = await start(1)
      controllers[0]?.abort(new Error('gone'))
      const { asked, fetch } = counting()
      expect(await read(['a'], fetch)).toMatchObject([{ value: `a at ${now}`, cached: false }])
      expect(asked).toEqual([['a']])
      work.reject(new Error('called off'))
      await outcomes[0]
      expect(await read(['a'], fetch)).toMatchObject([{ cached: true }])
    })

    test('before the read began, it gets its own reason and the source is not asked', async () => {
      const { asked, fetch } = counting()
      const reason = new ApiError('UPSTREAM_TIMEOUT')
      for (const keys of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
        await expect(read(keys, fetch, AbortSignal.abort(reason))).rejects.toBe(reason)
      }
      await settle()
      expect(asked).toEqual([])
      expect(await read(['a', 'b'], fetch)).toMatchObject([{ cached: false }, { cached: false }])
    })

    test('before the read began, those who wait already are not disturbed', async () => {
      const { work, outcomes, isCalledOff } = await start(1)
      const { fetch } = counting()
      const reason = new Error('gone')
      await expect(read(['a', 'b', 'c'], fetch, AbortSignal.abort(reason))).rejects.toBe(reason)
      expect(isCalledOff()).toBe(false)
      work.resolve(answers)
      expect(await outcomes[0]).toMatchObject({ value: answers.map((value) => ({ value })) })
    })
  })

  test('aborts what nobody waits for any more, though others still have an answer', async () => {
    const flights = new SingleFlight<string>()
    const work = pending<string>()
    let shared: AbortSignal | undefined
    const leaving = new AbortController()
    const both = flights.join(['fast', 'slow'], leaving.signal, async (_, signal) => {
      shared = signal
      return [work.promise, new Promise<string>(() => {})]
    })
    const [fast] = flights.join(['fast'], signal, () => Promise.reject(new Error('it is in the air')))
    leaving.abort(new Error('gone'))
    await Promise.allSettled(both)
    expect(shared?.aborted).toBe(false)
    work.resolve('here')
    expect(await fast).toBe('here')
    await settle()
    expect(shared?.aborted).toBe(true)
    expect(flights.size).toBe(0)
  })

  test('joins no read from before it was cleared', async () => {
    const before = pending<readonly string[]>()
    const old = read(['a'], () => before.promise)
    await settle()
    cache.clear('')
    expect(await read(['a'], async () => ['public no more'])).toMatchObject([{ value: 'public no more' }])
    before.resolve(['public'])
    expect(await old).toMatchObject([{ value: 'public' }])
    expect(await read(['a'], () => Promise.reject(new Error('it is cached')))).toMatchObject([
      { value: 'public no more', cached: true }
    ])
  })

  test('leaves nothing in the air, whatever happened to a flight', async () => {
    const flights = new SingleFlight<string>()
    const good = flights.join(['a', 'b'], signal, async (keys) => keys)
    expect(flights.size).toBe(2)
    await Promise.all(good)
    const bad = flights.join(['c'], signal, () => Promise.reject(new Error('down')))
    await outcomeOf(Promise.all(bad))
    const controller = new AbortController()
    const left = flights.join(['d', 'e'], controller.signal, () => new Promise(() => {}))
    controller.abort(new Error('gone'))
    await outcomeOf(Promise.all(left))
    expect(await Promise.allSettled(left)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    await settle()
    expect(flights.size).toBe(0)
  })

  test('stays within its bound under 200,000 distinct keys', async () => {
    const small = create(2_000_000)
    const fetch: Fetch<string> = async (keys) => keys.map((key) => `value of ${key}`)
    const source = { lifetime: () => forAMinute, fetch }
    const before = heapBytes()
    for (let batch = 0; batch < 2_000; batch += 1) {
      const keys = Array.from({ length: 100 }, (_, index) => `${batch * 100 + index}`)
      await small.read(keys, source, signal)
      if (batch % 100 === 0) expect(small.bytes).toBeLessThanOrEqual(2_000_000)
    }
    expect(small.bytes).toBeLessThanOrEqual(2_000_000)
    expect(small.bytes).toBeGreaterThan(1_000_000)
    expect(heapBytes() - before).toBeLessThan(20_000_000)
    await small.close()
  })

  describe('with all of its memory taken', () => {
    const full = async () => {
      cache = create(100_000)
      const { asked, fetch } = counting()
      const names = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`)
      await read(names('first', 1_000), fetch)
      return { asked, fetch, names }
    }

    test('what is asked for once drives out nothing', async () => {
      const { asked, fetch, names } = await full()
      const before = names('first', 1_000).filter((key) => cache.peek(key) !== undefined)
      expect(before.length).toBeGreaterThan(100)
      for (const key of names('crawled', 5_000)) await read([key], fetch)
      expect(before.filter((key) => cache.peek(key) === undefined)).toEqual([])
      expect(asked.flat().length).toBe(6_000)
    })

    test('what is asked for again is kept, in place of what was not asked for longest', async () => {
      const { asked, fetch, names } = await full()
      const wanted = names('wanted', 50)
      for (const _ of [1, 2, 3]) for (const key of wanted) await read([key], fetch)
      expect(asked.flat().filter((key) => wanted.includes(key)).length).toBe(100)
      expect(wanted.filter((key) => cache.peek(key) === undefined)).toEqual([])
      expect(cache.bytes).toBeLessThanOrEqual(100_000)
    })

    test('what comes back when as much as is kept came in between drives out nothing, however often', async () => {
      const { fetch, names } = await full()
      const before = names('first', 1_000).filter((key) => cache.peek(key) !== undefined)
      const inTurn = names('in turn', 2 * before.length)
      for (const _ of [1, 2, 3]) for (const key of inTurn) await read([key], fetch)
      expect(before.filter((key) => cache.peek(key) === undefined)).toEqual([])
    })

    test('what is there is replaced when it is read anew', async () => {
      const { fetch, names } = await full()
      const kept = names('first', 1_000).findLast((key) => cache.peek(key) !== undefined) ?? ''
      now += minutes
      expect(await read([kept], fetch)).toMatchObject([{ cached: false }])
      expect(await read([kept], fetch)).toMatchObject([{ value: `${kept} at ${now}`, cached: true }])
    })
  })

  test('answers what is too large to keep, again and again', async () => {
    const tiny = create(1_000)
    const large: Fetch<string> = async (keys) => keys.map(() => 'x'.repeat(10_000))
    for (let time = 0; time < 2; time += 1) {
      expect(await tiny.read(['a'], { lifetime: () => forAMinute, fetch: large }, signal)).toMatchObject([
        { cached: false }
      ])
    }
    expect(tiny.bytes).toBeLessThanOrEqual(1_000)
    await tiny.close()
  })
})

/** Minutes that an answer is fresh, by what it is made of. */
const freshMinutesOfRecord: Readonly<Record<string, number>> = {
  UserProfile: 30,
  Post: 5,
  Sound: 60,
  Effect: 60,
  Place: 60,
  Collection: 60,
  LiveRoom: 2
}
/** Those of kinds that change more often, or are made of something else. */
const freshMinutes: Partial<Record<LookupKind | FeedKind, number>> = {
  // Live data is cached for 2 minutes.
  liveStatus: 2,
  searchLive: 2,
  userFollowers: 5,
  userFollowing: 5,
  searchTop: 2,
  searchVideos: 2,
  searchUsers: 2,
  suggestions: 10,
  completions: 10,
  nameMatches: 2,
  ignoredTerms: 2,
  // Rooms on the air are in it.
  dataset: 2,
  scorecardInputs: 5,
  postSummary: 5,
  userSummary: 5,
  postHistory: 5,
  userHistory: 5,
  soundHistory: 5,
  trending: 5,
  filteredUsers: 5,
  playlists: 60
}
const allKinds = [...lookupKinds, ...feedKinds]
const freshMinutesOf = (kind: LookupKind | FeedKind): number => {
  const { record } = { ...lookups, ...feeds }[kind]
  const minutes = freshMinutes[kind] ?? ('title' in record ? freshMinutesOfRecord[record.title] : undefined)
  if (minutes === undefined) throw new Error(`nobody says how long ${kind} is fresh`)
  return minutes
}

/** A store that others share, as far as the cache knows one. */
const sharedStore = () => {
  const kept = new Map<string, Entry<unknown>>()
  const asked: (readonly string[])[] = []
  const put: unknown[] = []
  const store = {
    async get(keys: readonly string[]) {
      asked.push(keys)
      return keys.map((key) => kept.get(key))
    },
    async set(key: string, entry: Entry<unknown>, keepMs: number) {
      put.push([key, entry, keepMs])
    },
    close: vi.fn(async () => {})
  }
  // The class has more to it, none of which the cache looks at.
  return { kept, asked, put, close: store.close, shared: store as unknown as SharedStore }
}

describe('a cache that others share', () => {
  const { signal } = new AbortController()
  const lifetime: Lifetime = { freshMs: minutes, revalidateMs: 2 * minutes, onErrorMs: 3 * minutes }
  const read = (cache: Cache, keys: readonly string[], asked: (readonly string[])[] = []) => {
    const fetch: Fetch<string> = async (missing) => {
      asked.push(missing)
      return missing.map((key) => `${key} anew`)
    }
    return cache.read(keys, { lifetime: () => lifetime, fetch }, signal)
  }

  test('asks them for what it lacks, and the source for what they lack', async () => {
    const now = 1_000_000
    const { shared, kept, asked, put, close } = sharedStore()
    const cache = new Cache({ memory: new Memory(1_000_000), shared, now: () => now, random: () => 0 })
    expect(cache.isShared).toBe(true)
    expect(new Cache({ memory: new Memory(1_000_000) }).isShared).toBe(false)
    kept.set('b', { value: 'theirs', at: now - 1, freshUntil: now + 1 })
    const fetched: (readonly string[])[] = []
    expect(await read(cache, ['a', 'b'], fetched)).toEqual([
      { value: 'a anew', at: now, freshUntil: now + minutes, cached: false },
      { value: 'theirs', at: now - 1, freshUntil: now + 1, cached: true }
    ])
    expect(fetched).toEqual([['a']])
    expect(put).toEqual([['a', { value: 'a anew', at: now, freshUntil: now + minutes }, 4 * minutes]])
    // Both are in memory now, and nobody has to be asked.
    expect(await read(cache, ['b', 'a'], fetched)).toMatchObject([{ cached: true }, { cached: true }])
    expect([fetched, asked]).toEqual([[['a']], [['a', 'b']]])
    await cache.close()
    expect(close).toHaveBeenCalledOnce()
  })

  test.each([
    ['later', 1, 'theirs'],
    ['just as old', 0, 'a anew'],
    ['older', -1, 'a anew']
  ])('of two answers takes the later: theirs is %s', async (_, later, value) => {
    let now = 1_000_000
    const { shared, kept, asked } = sharedStore()
    const cache = new Cache({ memory: new Memory(1_000_000), shared, now: () => now, random: () => 0 })
    await read(cache, ['a'])
    kept.set('a', { value: 'theirs', at: now + later, freshUntil: now + 10 * minutes })
    now += minutes
    expect(await read(cache, ['a'])).toMatchObject([{ value, cached: true }])
    expect(asked).toEqual([['a'], ['a']])
    await settle()
  })
})

describe('lifetimes', () => {
  test.each(allKinds)('of %s are those of the specification and the design', (kind) => {
    expect(lifetimeOf(kind, {}).freshMs).toBe(freshMinutesOf(kind) * minutes)
  })

  test.each(allKinds)('of a %s that does not exist are 30 seconds, even when the source fails', (kind) => {
    expect(lifetimeOf(kind, null)).toMatchObject({ freshMs: 30 * seconds, revalidateMs: 0, onErrorMs: 0 })
  })

  test('of live data end with their freshness: nobody is shown as live who is not', () => {
    for (const kind of ['liveRoom', 'liveStatus', 'searchLive'] as const) {
      expect(lifetimeOf(kind, {})).toMatchObject({ revalidateMs: 0, onErrorMs: 2 * minutes })
    }
  })

  test('are never without end', () => {
    for (const kind of allKinds) {
      const { freshMs, revalidateMs, onErrorMs } = lifetimeOf(kind, {})
      expect(freshMs + revalidateMs + onErrorMs).toBeLessThan(48 * 60 * minutes)
    }
  })
})

describe('reads of a source', () => {
  /** A source that answers everything with what it was asked, and nothing for keys that begin with "no". */
  const echo = (): Source => ({
    // What the records hold does not matter here, only which one it is.
    lookUp: async (kind, keys) => keys.map((key) => (key.startsWith('no') ? null : { kind, key })) as never,
    page: async (kind, key, request) =>
      (key.startsWith('no')
        ? null
        : { items: [{ kind, key, ...request }], positions: ['1'], next: null, total: null }) as never,
    ready: async () => {},
    close: async () => {}
  })

  let now = 5_000_000
  let counted = countedSource()
  let reads = new Reads({ source: echo(), cache: new Cache({ memory: new Memory(1_000) }) })
  beforeEach(() => {
    counted = countedSource()
    reads = new Reads({
      source: counted.wrap(echo()),
      cache: new Cache({ memory: new Memory(50_000_000), now: () => now, random: () => 0 })
    })
  })

  const scope = (signal = new AbortController().signal) => new Scope({ requestId: 'test', signal, startedAt: 0 })
  const first = { count: 20, after: null }

  test.each(lookupKinds)('keep a %s for its lifetime, and ask again afterwards', async (kind) => {
    await reads.lookUp(scope(), kind, 'a')
    now += freshMinutesOf(kind) * minutes - 1
    await reads.lookUp(scope(), kind, 'a')
    expect(counted.take()).toHaveLength(1)
    now += 1
    await reads.lookUp(scope(), kind, 'a')
    expect(counted.take()).toHaveLength(1)
  })

  test.each(feedKinds)('keep a page of %s for its lifetime, and ask again afterwards', async (kind) => {
    await reads.page(scope(), kind, 'a', first)
    now += freshMinutesOf(kind) * minutes - 1
    await reads.page(scope(), kind, 'a', first)
    expect(counted.take()).toHaveLength(1)
    now += 1
    await reads.page(scope(), kind, 'a', first)
    expect(counted.take()).toHaveLength(1)
  })

  test('keep a page in one piece as long as nobody asks again, then as records that stay the same', async () => {
    const cache = new Cache({ memory: new Memory(50_000_000), now: () => now, random: () => 0 })
    const reads = new Reads({ source: echo(), cache })
    const key = 'userPosts\0a\x0020'
    const ask = () => reads.page(scope(), 'userPosts', 'a', first)
    const found = await ask()
    expect(found).toMatchObject({ items: [{ kind: 'userPosts', key: 'a' }] })
    expect(isWritten(cache.peek(key)?.value)).toBe(true)
    const again = await ask()
    expect(again).toEqual(found)
    expect(cache.peek(key)?.value).toBe(again)
    expect(await ask()).toBe(again)
  })

  test('keep what does not exist for 30 seconds', async () => {
    const askBoth = async () => {
      expect(await reads.lookUp(scope(), 'user', 'nobody')).toBe(null)
      expect(await reads.page(scope(), 'userPosts', 'nobody', first)).toBe(null)
    }
    await askBoth()
    now += 30 * seconds - 1
    await askBoth()
    expect(counted.take()).toHaveLength(2)
    now += 1
    await askBoth()
    expect(counted.take()).toHaveLength(2)
  })

  describe('that has nothing to wait for', () => {
    const at = (lookUp: ReadsNow['lookUp'], shared: SharedStore | null = null) => {
      const cache = new Cache({ memory: new Memory(50_000_000), shared, now: () => now, random: () => 0 })
      return new Reads({ source: { ...counted.wrap(echo()), now: { lookUp } } as unknown as Source, cache })
    }
    const byHand = vi.fn((kind, key) => ({ kind, key, byHand: true }) as never)
    beforeEach(() => byHand.mockClear())

    test('make no promise, and keep what was found', async () => {
      const reads = at(byHand)
      const [one, two] = [scope(), scope()]
      expect(reads.lookUp(one, 'user', 'a')).toEqual({ kind: 'user', key: 'a', byHand: true })
      await settle()
      expect(reads.lookUp(one, 'user', 'a')).toBe(reads.lookUp(two, 'user', 'a'))
      expect([one.reads, two.reads]).toMatchObject([[{ kind: 'user', result: 'miss', at: now }], [{ result: 'fresh' }]])
      expect(byHand).toHaveBeenCalledOnce()
    })

    test('ask those first who share the cache', async () => {
      const { shared, kept } = sharedStore()
      kept.set('user\0a', { value: { theirs: true }, at: now, freshUntil: now + 1 })
      expect(await at(byHand, shared).lookUp(scope(), 'user', 'a')).toEqual({ theirs: true })
      expect(byHand).not.toHaveBeenCalled()
    })

    test.each([
      ['finds something wrong', () => new Error('broken') as never],
      [
        'fails',
        () => {
          throw new Error('broken')
        }
      ]
    ])('ask the long way when the short one %s', async (_, lookUp) => {
      expect(await at(lookUp).lookUp(scope(), 'user', 'a')).toEqual({ kind: 'user', key: 'a' })
      expect(counted.take()).toHaveLength(1)
    })
  })

  test('are told to whoever listens', async () => {
    const seen: unknown[] = []
    const heard = new Reads({
      source: echo(),
      cache: new Cache({ memory: new Memory(1_000_000) }),
      observe: (read) => seen.push(read)
    })
    const one = scope()
    await heard.lookUp(one, 'user', 'a')
    await heard.page(one, 'userPosts', 'a', first)
    expect(seen).toEqual(one.reads)
    expect(seen).toHaveLength(2)
  })

  test('ask once for the same thing within a request, and leave one trace', async () => {
    const one = scope()
    const found = await Promise.all(Array.from({ length: 50 }, () => reads.lookUp(one, 'user', 'a')))
    const pages = await Promise.all(Array.from({ length: 50 }, () => reads.page(one, 'userPosts', 'a', first)))
    expect(new Set(found).size).toBe(1)
    expect(new Set(pages).size).toBe(1)
    expect(counted.take()).toHaveLength(2)
    expect(one.reads).toHaveLength(2)
  })

  test('ask once for the same thing over a thousand simultaneous requests', async () => {
    const found = await Promise.all(Array.from({ length: 1_000 }, () => reads.lookUp(scope(), 'user', 'a')))
    const pages = await Promise.all(Array.from({ length: 1_000 }, () => reads.page(scope(), 'searchTop', 'a', first)))
    expect(new Set(found).size).toBe(1)
    expect(new Set(pages).size).toBe(1)
    expect(counted.take()).toHaveLength(2)
  })

  test('send look-ups of one moment as one batch, and never more than a hundred keys at once', async () => {
    const one = scope()
    await Promise.all(Array.from({ length: 250 }, (_, index) => reads.lookUp(one, 'post', String(index))))
    expect(counted.take().map((call) => call.method === 'lookUp' && call.keys.length)).toEqual([100, 100, 50])
  })

  test('fail for a request that is over with its own reason, however many things it reads', async () => {
    const reason = new ApiError('UPSTREAM_TIMEOUT')
    const over = scope(AbortSignal.abort(reason))
    const outcomes = await Promise.allSettled([
      reads.lookUp(over, 'user', 'a'),
      reads.lookUp(over, 'user', 'b'),
      reads.lookUp(over, 'user', 'c'),
      reads.page(over, 'userPosts', 'a', first)
    ])
    for (const outcome of outcomes) expect(outcome).toEqual({ status: 'rejected', reason })
  })

  test('count as cached only when every single one was', async () => {
    await reads.lookUp(scope(), 'user', 'a')
    const cached = scope()
    await reads.lookUp(cached, 'user', 'a')
    expect(cached.cached).toBe(true)
    const mixed = scope()
    await Promise.all([reads.lookUp(mixed, 'user', 'a'), reads.lookUp(mixed, 'user', 'b')])
    expect(mixed.reads.map((read) => read.result).toSorted()).toEqual(['fresh', 'miss'])
    expect(mixed.cached).toBe(false)
    expect(scope().cached).toBe(false)
  })

  test('are fresh until the first of them is not', async () => {
    const one = scope()
    await reads.lookUp(one, 'user', 'a')
    await reads.lookUp(one, 'liveStatus', 'a')
    expect(one.freshUntil).toBe(now + 2 * minutes)
    expect(scope().freshUntil).toBe(null)
  })

  test('never share an entry between different things', async () => {
    // Made of the characters that keys are written with, to make different ones look alike.
    const tricky = fc.string({
      unit: fc.constantFrom('a', 'A', '@', '"', ',', '\\', '[', ']', '1', '0', ':'),
      maxLength: 5
    })
    const lookup = fc.record({ kind: fc.constantFrom(...lookupKinds), key: tricky })
    const page = fc.record({
      kind: fc.constantFrom(...feedKinds),
      key: tricky,
      count: fc.integer({ min: 1, max: 3 }),
      after: fc.option(fc.constantFrom('0', '1', '1.0', 'null', ''), { nil: null })
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(lookup, page), { minLength: 2, maxLength: 30 }), async (things) => {
        for (const thing of things) {
          if ('count' in thing) {
            const { kind, key, count, after } = thing
            const found = await reads.page(scope(), kind, key, { count, after })
            expect(found).toMatchObject({ items: [{ kind, key, count, after }] })
          } else {
            const { kind, key } = thing
            expect(await reads.lookUp(scope(), kind, key)).toEqual({ kind, key })
          }
        }
      }),
      { numRuns: 200 }
    )
  })
})

describe('meta.cached', () => {
  let server: TestServer
  let now = Date.UTC(2026, 5, 1)
  const counted = countedSource()
  const [a = '', b = '', c = '', d = ''] = rows<{ handle: string }>(
    'SELECT handle FROM users WHERE is_private = 0 ORDER BY pk LIMIT 4'
  ).map(({ handle }) => handle)

  beforeAll(async () => {
    server = await startServer({ now: () => now, wrapSource: counted.wrap })
  })
  afterAll(() => server.close())

  const cachedByRest = async (path: string) => (await server.get(path)).body.meta.cached
  const cachedByGraphQL = async (query: string) => (await server.query(query)).extensions?.meta?.cached

  test.each([
    `/api/v1/users/${a}`,
    `/api/v1/users/${a}/posts`,
    `/api/v1/users/${a}/followers?count=3`,
    `/api/v1/users/${a}/playlist`,
    '/api/v1/sounds/library?page=2',
    '/api/v1/search?keyword=bread',
    '/api/v1/search/suggest?keyword=br',
    `/api/v1/live/${a}/alive`,
    `/api/v1/intelligence/creator/${b}`
  ])('of %s is false the first time and true the second', async (path) => {
    expect(await cachedByRest(path)).toBe(false)
    expect(await cachedByRest(path)).toBe(true)
  })

  test('is shared by spellings of the same thing, and by both surfaces', async () => {
    await cachedByRest(`/api/v1/users/${c}`)
    counted.take()
    expect(await cachedByRest(`/api/v1/users/@${c.toUpperCase()}`)).toBe(true)
    expect(await cachedByGraphQL(`{ user(by: { username: "${c}" }) { bio } }`)).toBe(true)
    expect(counted.take()).toEqual([])
  })

  test('is not shared with another region, count or cursor', async () => {
    const posts = `/api/v1/users/${c}/posts`
    await server.get(`/api/v1/users/${c}`)
    expect(await cachedByRest(`/api/v1/users/${c}?region=JP`)).toBe(false)
    expect(await cachedByRest(`/api/v1/users/${c}?region=jp`)).toBe(true)
    expect(await cachedByRest(`/api/v1/users/${c}?region=DE`)).toBe(false)
    const { body } = await server.get(`${posts}?count=2`)
    expect(body.meta.cached).toBe(false)
    expect(await cachedByRest(`${posts}?count=3`)).toBe(false)
    expect(await cachedByRest(`${posts}?count=2&cursor=${body.pagination?.cursor}`)).toBe(false)
    expect(await cachedByRest(`${posts}?count=2&cursor=0`)).toBe(true)
    expect(await cachedByRest(`/api/v1/users/${c}/reposts?count=2`)).toBe(false)
  })

  test('keeps searches apart whose keywords differ in case alone', async () => {
    await server.get('/api/v1/search?keyword=Coffee')
    expect(await cachedByRest('/api/v1/search?keyword=Coffee')).toBe(true)
    expect(await cachedByRest('/api/v1/search/videos?keyword=Coffee')).toBe(false)
    expect(await cachedByRest('/api/v1/search?q=Coffee')).toBe(true)
  })

  test('is false in GraphQL when one of several reads was a miss', async () => {
    const both = `{ one: user(by: { username: "${b}" }) { bio } two: user(by: { username: "${d}" }) { bio } }`
    await server.get(`/api/v1/users/${b}`)
    expect(await cachedByGraphQL(`{ one: user(by: { username: "${b}" }) { bio } }`)).toBe(true)
    expect(await cachedByGraphQL(both)).toBe(false)
    expect(await cachedByGraphQL(both)).toBe(true)
  })

  test('is false for an answer that read nothing, and for an error', async () => {
    expect(await cachedByGraphQL('{ __typename }')).toBe(false)
    expect(await cachedByRest('/api/v1/users/not%20a%20handle')).toBe(false)
  })

  test('stays true while an older answer is renewed behind the scenes, and is false when that is too old', async () => {
    const path = `/api/v1/users/${d}`
    await server.get(path)
    counted.take()
    // Lifetimes end up to a tenth early.
    now += 27 * minutes - 1
    expect(await cachedByRest(path)).toBe(true)
    expect(counted.take()).toHaveLength(0)
    now += 3 * minutes + 1
    expect(await cachedByRest(path)).toBe(true)
    await settle()
    expect(counted.take()).toHaveLength(1)
    now += 60 * minutes
    expect(await cachedByRest(path)).toBe(false)
  })

  test('of what is on the air is false when two minutes are over', async () => {
    const path = `/api/v1/live/${d}/alive`
    await server.get(path)
    now += 108 * seconds - 1
    expect(await cachedByRest(path)).toBe(true)
    now += 12 * seconds + 1
    expect(await cachedByRest(path)).toBe(false)
  })

  test('asks again for what was not there after 30 seconds', async () => {
    const path = '/api/v1/users/nobody.has.this.handle'
    counted.take()
    expect((await server.get(path)).status).toBe(404)
    now += 27 * seconds - 1
    expect((await server.get(path)).status).toBe(404)
    expect(counted.take()).toHaveLength(1)
    now += 3 * seconds + 1
    expect((await server.get(path)).status).toBe(404)
    expect(counted.take()).toHaveLength(1)
  })

  test('costs the source one read for everyone who asks at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.get('/api/v1/search?keyword=simultaneous'))
    )
    expect(answers.some(({ body }) => !body.meta.cached)).toBe(true)
    expect(counted.take().filter((call) => call.method === 'page' && call.key === 'simultaneous')).toHaveLength(1)
  })
})
