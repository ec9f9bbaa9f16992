import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { Cache } from '../src/cache/cache.ts'
import { ReadScheduler } from '../src/cache/read-scheduler.ts'
import { Reads } from '../src/cache/reads.ts'
import { afterMicrotasks, EventLoop } from '../src/core/event-loop.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import { Load } from '../src/host/handler/load.ts'
import type { Source } from '../src/store/source.ts'
import { allMoments, anyRead, readInTurn } from './any-moment.ts'
import { busySource } from './busy-source.ts'
import { limitsBut } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
afterEach(() => server?.close())

/** Fifty creators, with a page of posts for each. */
const query = `{ search(keyword: "a") { users(first: 50) { nodes { username posts(first: 1) { nodes { caption } } } } } }`
type Found = { search: { users: { nodes: { username: string; posts: object | null }[] } } }

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Time of which a read takes as much as it is told to, and nothing else any. */
const clock = () => {
  let now = 0
  return {
    elapsed: () => now,
    pass: (ms: number) => {
      now += ms
    }
  }
}

const spin = (ms: number) => {
  const until = processorMs() + ms
  while (processorMs() < until);
}

test('between the reads of one request others are heard', async () => {
  const { wrap, inTurn, read } = busySource(() => spin(4))
  server = await startServer({ wrapSource: wrap, elapsed: processorMs })
  const asked = server.query<Found>(query)
  let heard = 0
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      heard += 1
    }
  }
  const asking = ask()
  const { errors } = await asked
  isOver = true
  await asking
  expect(errors).toBe(undefined)
  expect(read()).toBe(51)
  // A turn ends with the read that makes it 10 ms.
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(3)
  expect(heard).toBeGreaterThan(5)
})

test('reads beyond a second of its own fail in their place; asked again, it gets further', async () => {
  const { elapsed, pass } = clock()
  const { wrap, read } = busySource(() => pass(30))
  server = await startServer({ wrapSource: wrap, elapsed })
  const first = await server.query<Found>(query)
  const nodes = first.data?.search.users.nodes ?? []
  const failed = nodes.flatMap(({ posts }, index) => (posts === null ? [index] : []))
  expect(nodes).toHaveLength(50)
  expect(failed.length).toBeGreaterThan(10)
  expect(failed.length).toBeLessThan(50)
  expect(first.errors?.map(({ path }) => path)).toEqual(
    failed.map((index) => ['search', 'users', 'nodes', index, 'posts'])
  )
  expect(new Set(first.errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNAVAILABLE']))
  expect(first.errors?.[0]?.extensions?.details?.reason).toBe('reads took more than 1000 ms')
  expect(read()).toBe(51 - failed.length)
  // Each second gets further.
  let left = failed.length
  while (left > 0) {
    const next = (await server.query<Found>(query)).errors?.length ?? 0
    expect(next).toBeLessThan(left)
    left = next
  }
  expect(read()).toBe(51)
})

test.each([true, false])('reads beyond those it may make fail in their place, with plans %s', async (queryPlans) => {
  server = await startServer({ config: { limits: limitsBut({ reads: 10 }), queryPlans } })
  const { data, errors } = await server.query<Found>(query)
  const nodes = data?.search.users.nodes ?? []
  expect(nodes.filter(({ posts }) => posts !== null)).toHaveLength(9)
  expect(errors).toHaveLength(41)
  expect(errors?.[0]).toMatchObject({
    message: 'query needs more than 10 reads: ask for fewer elements or fewer nested lists',
    extensions: { code: 'INVALID_PARAM', details: { param: 'query' } }
  })
})

/** A request on its own, and reads of a source each of which takes so long. */
const slowReads = (ms: number) => {
  const { elapsed, pass } = clock()
  let asked = 0
  const source = {
    lookUp: async (_: string, keys: readonly string[]) => {
      asked += 1
      pass(ms)
      return keys.map((key) => ({ key }))
    },
    page: async (_: string, key: string) => {
      asked += 1
      pass(ms)
      return { items: [], positions: [], next: key, total: null }
    }
  }
  const cache = new Cache({ memory: new Memory(1_000_000) })
  const reads = new Reads({ source: source as unknown as Source, cache, elapsed })
  return { reads, asked: () => asked }
}
const newScope = (startedAt = 0) => new Scope({ requestId: 'test', startedAt, signal: new AbortController().signal })

test('who waits for the same read as a request whose second is over has it read on its own account', async () => {
  const { reads, asked } = slowReads(600)
  const [hasty, fresh] = [newScope(), newScope()]
  const page = (scope: Scope, key: string) => reads.page(scope, 'userPosts', key, { count: 1, after: null })
  const spent = [page(hasty, 'a'), page(hasty, 'b'), page(hasty, 'c'), reads.lookUp(hasty, 'user', 'd')]
  const joined = [page(fresh, 'c'), reads.lookUp(fresh, 'user', 'd')]
  expect((await Promise.allSettled(spent)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected'
  ])
  expect(await Promise.all(joined)).toMatchObject([{ next: 'c' }, { key: 'd' }])
  expect(asked()).toBe(4)
  expect([hasty.readMs, fresh.readMs]).toEqual([1_200, 1_200])
})

/** Who read, in order, when each makes so many reads of a turn's length, one behind the other. */
const readers = async (reads: Reads, readsOf: readonly { scope: Scope; reads: number }[]) => {
  const order: number[] = []
  const read = async ({ scope, reads: count }: (typeof readsOf)[number]) => {
    for (let number = 0; number < count; number += 1) {
      await reads.page(scope, 'userPosts', `${scope.startedAt}.${number}`, { count: 1, after: null })
      order.push(scope.startedAt)
    }
  }
  await Promise.all(readsOf.map(read))
  return order
}

test('of requests that wait for their turn the oldest is brought to its end first', async () => {
  const { reads } = slowReads(10)
  const asked = [3, 1, 4, 2].map((startedAt) => ({ scope: newScope(startedAt), reads: 4 }))
  // The first to ask had the turn to itself, whoever it was.
  expect(await readers(reads, asked)).toEqual([
    3,
    ...Array(4).fill(1),
    ...Array(4).fill(2),
    3,
    3,
    3,
    ...Array(4).fill(4)
  ])
})

test('a request that has read much lets others go first, and goes on nevertheless', async () => {
  const { reads } = slowReads(5)
  const much = newScope(1)
  much.readMs = 250
  const order = await readers(reads, [
    { scope: newScope(0), reads: 2 },
    { scope: much, reads: 6 },
    { scope: newScope(2), reads: 3 },
    { scope: newScope(3), reads: 3 }
  ])
  // Two reads are a turn, and the oldest begins it.
  expect(order).toEqual([0, 1, 0, 2, 1, 2, 1, 2, 1, 3, 1, 3, 1, 3])
})

test('what was begun is brought to its end before much more is begun', async () => {
  const { reads } = slowReads(4)
  const load = new Load({ maxConcurrent: 1_000, maxWaitMs: 600_000, isOverdue: () => reads.isOverdue })
  const begun: number[] = []
  let done = 0
  for (let job = 0; job < 60; job += 1) {
    load.admit(
      async () => {
        begun.push(load.running)
        await readers(reads, [{ scope: newScope(job), reads: 10 }])
        done += 1
      },
      () => expect.unreachable('all may wait')
    )
    // As between requests that come in.
    await new Promise<void>((goOn) => afterMicrotasks(goOn))
  }
  await expect.poll(() => done).toBe(60)
  expect(Math.max(...begun)).toBeLessThan(10)
})

test('a long read is charged with processor time, and a short one by the clock', () => {
  let processorMs = 0
  const turns = new ReadScheduler(() => processorMs, new EventLoop())
  const scope = newScope()
  turns.took(scope, 0.5)
  processorMs += 5
  turns.took(scope, 400)
  expect(scope.readMs).toBe(5.5)
  // What was done besides is not read.
  processorMs += 100
  turns.took(scope, 3)
  expect(scope.readMs).toBe(8.5)
})

test('look-ups wait for the next turn too, and take no turn while there is time', async () => {
  let now = 0
  const turns: number[] = []
  let turn = 0
  const busy = (ms: number) => {
    now += ms
    turns.push(turn)
  }
  const found = { username: 'somebody' }
  const source = {
    now: {
      lookUp: () => {
        busy(4)
        return found
      }
    },
    lookUp: async (_: string, keys: readonly string[]) => {
      busy(4 * keys.length)
      return keys.map(() => found)
    }
  }
  const cache = new Cache({ memory: new Memory(1_000_000) })
  // Look-ups are all that is asked of it.
  const reads = new Reads({ source: source as unknown as Source, cache, elapsed: () => now })
  const scope = newScope()
  setImmediate(() => {
    turn += 1
  })
  const answers = Array.from({ length: 5 }, (_, index) => reads.lookUp(scope, 'user', `user.${index}`))
  expect(answers.map((answer) => answer instanceof Promise)).toEqual([false, false, false, true, true])
  expect(await Promise.all(answers)).toEqual(Array(5).fill(found))
  expect(turns).toEqual([0, 0, 0, 1])
  expect(scope.readMs).toBe(20)
})

test('what was read in turns before is no reason to wait', async () => {
  const turns = new ReadScheduler(() => 0, new EventLoop())
  const scope = newScope()
  for (let turn = 0; turn < 10; turn += 1) {
    for (let read = 0; read < 10; read += 1) {
      expect(turns.mayRead(scope)).toBe(true)
      // Short of the processor's clock, which is asked for what takes longer.
      turns.took(scope, 0.9)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
})

test.each<[string, (goOn: () => void) => void]>([
  ['before the turn is theirs', (goOn) => goOn()],
  ['behind that', (goOn) => afterMicrotasks(() => afterMicrotasks(goOn))]
])('who comes when others have used up a turn, %s, reads in the next one', async (_, comes) => {
  const { elapsed, pass } = clock()
  const eventLoop = new EventLoop()
  const turns = new ReadScheduler(elapsed, eventLoop)
  let read = 0
  eventLoop.afterPoll(() => {
    pass(10)
    turns.took(newScope(), 10)
    comes(() => {
      // One that is called off while it waits, and uses up nothing.
      void turns.take(newScope(1), async () => {})
      void turns.take(newScope(2), async () => {
        read += 1
      })
    })
  })
  // Asks for the turn behind the same look, and behind those others.
  turns.took(newScope(), 1)
  await allMoments()
  expect(read).toBe(1)
  expect(turns.isOverdue).toBe(false)
})

test('whoever waits has their turn, whatever was begun by others in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: 3 }), anyRead), { minLength: 1, maxLength: 12 }),
      async (wanted) => {
        const { elapsed, pass } = clock()
        const eventLoop = new EventLoop()
        const turns = new ReadScheduler(elapsed, eventLoop)
        const scopes = [1, 2, 3, 4].map(newScope)
        let done = 0
        for (const [number, read] of wanted) {
          const scope = scopes[number] ?? newScope()
          void readInTurn(read, { turns, eventLoop, scope, pass }).then(() => {
            done += 1
          })
        }
        await allMoments()
        expect(done).toBe(wanted.length)
        expect(turns.isOverdue).toBe(false)
      }
    ),
    { numRuns: 500 }
  )
})
