import { Lexer, Source, TokenKind } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type QueryLimits, readConfig } from '../src/core/config/config.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { cases } from './cases.ts'
import { closeSurfaces, openSurfaces, type Question, surfacesWith } from './graphql-surfaces.ts'
import { type GraphQLAnswer, startServer, type TestServer } from './server.ts'
import { type WayToWrite, type Written, waysToWrite } from './ways-to-write.ts'

/** Low enough for short queries; each limit alone on a server. */
const low = {
  MAX_QUERY_COST: 12,
  MAX_QUERY_READS: 6,
  MAX_QUERY_DEPTH: 7,
  MAX_QUERY_TOKENS: 400,
  MAX_QUERY_ALIASES: 6,
  MAX_QUERY_DIRECTIVES: 20,
  MAX_QUERY_ROOT_FIELDS: 6,
  MAX_QUERY_NODES: 30,
  MAX_ANSWER_MB: 1
} as const
type Setting = keyof typeof low

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const countIn = (text: string): { tokens: number; directives: number } => {
  const lexer = new Lexer(new Source(text))
  const found = { tokens: 0, directives: 0 }
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    found.tokens += 1
    if (token.kind === TokenKind.AT) found.directives += 1
  }
  return found
}

const documentOf = ({ selection, fragments = '', declared = '', variables = {} }: Partial<Written>): Question => ({
  query: `query${declared === '' ? '' : `(${declared})`} { ${selection} } ${fragments}`,
  variables
})

/** A way to write that is used more than once in a document, within itself too. */
const writer = ({ write }: WayToWrite) => {
  const all: Written = { selection: '', fragments: '', declared: '', variables: {} }
  let uses = 0
  return {
    write(fields: readonly string[], on: string): string {
      uses += 1
      const { selection, fragments = '', declared = '', variables = {} } = write(fields, on, String(uses))
      all.fragments += ` ${fragments}`
      all.declared = declared || all.declared
      Object.assign(all.variables, variables)
      return selection
    },
    document: (selection: string) => documentOf({ ...all, selection })
  }
}

const user = `user(by: { username: "${cases.busyUser()}" })`

/** Fields of one type, written in some way. */
const fieldsOf =
  (on: string, make: (count: number) => readonly string[], around = (selection: string) => selection) =>
  (way: WayToWrite, count: number): Question => {
    const { write, document } = writer(way)
    return document(around(write(make(count), on)))
  }

/** Filled up to a number of tokens or directives. */
const filled =
  (name: 'tokens' | 'directives', filling: string) =>
  (way: WayToWrite, count: number): Question => {
    const filledBy = (times: number) =>
      fieldsOf(
        'Query',
        () => ['a: __typename', 'b: __typename'],
        (inner) => inner + ` ${filling}`.repeat(times)
      )(way, 2)
    return filledBy(count - countIn(filledBy(0).query)[name])
  }

/** Queries that come to exactly so much, however they are written. */
const coming: readonly {
  setting: Setting
  limit: keyof QueryLimits
  what: string
  /** Fields that run twice count twice. */
  isOfRuns?: boolean
  make: (way: WayToWrite, count: number) => Question
}[] = [
  {
    setting: 'MAX_QUERY_ROOT_FIELDS',
    limit: 'rootFields',
    what: 'fields',
    make: fieldsOf('Query', (count) => range(count).map((index) => `f${index}: __typename`))
  },
  {
    setting: 'MAX_QUERY_ALIASES',
    limit: 'aliases',
    what: 'names of a field',
    make: fieldsOf(
      'User',
      (count) => range(count).map((index) => `f${index}: bio`),
      (inner) => `${user} { ${inner} }`
    )
  },
  {
    setting: 'MAX_QUERY_ALIASES',
    limit: 'aliases',
    what: 'names of a field in one object that is met again',
    make: fieldsOf('Query', (count) => range(count).map((index) => `${user} { f${index}: bio }`))
  },
  {
    setting: 'MAX_QUERY_DEPTH',
    limit: 'depth',
    what: 'levels',
    make: (way, count) => {
      const { write, document } = writer(way)
      // Two fields each level, so that ways that part them have some to part.
      const level = (left: number, on: 'User' | 'LiveRoom'): string =>
        left === 0
          ? write(['a: __typename', 'b: __typename'], on)
          : write(
              [
                'c: __typename',
                on === 'User'
                  ? `liveRoom { ${level(left - 1, 'LiveRoom')} }`
                  : `streamer { ${level(left - 1, 'User')} }`
              ],
              on
            )
      return document(`${user} { ${level(count - 2, 'User')} }`)
    }
  },
  {
    setting: 'MAX_QUERY_NODES',
    limit: 'nodes',
    what: 'elements',
    isOfRuns: true,
    make: fieldsOf('Query', (count) =>
      [10, 10, 5, count - 25].map((first, index) => `f${index}: soundLibrary(first: ${first}) { nodes { soundId } }`)
    )
  },
  {
    setting: 'MAX_QUERY_COST',
    limit: 'cost',
    what: 'look-ups',
    isOfRuns: true,
    // One is for the bytes.
    make: fieldsOf('Query', (count) =>
      range(count - 1).map((index) => `f${index}: user(by: { username: "nobody${index}" }) { bio }`)
    )
  },
  {
    setting: 'MAX_QUERY_READS',
    limit: 'reads',
    what: 'look-ups',
    make: fieldsOf('Query', (count) =>
      range(count).map((index) => `f${index}: user(by: { username: "nobody${index}" }) { bio }`)
    )
  },
  { setting: 'MAX_QUERY_TOKENS', limit: 'tokens', what: 'tokens', make: filled('tokens', '__typename') },
  {
    setting: 'MAX_QUERY_DIRECTIVES',
    limit: 'directives',
    what: 'directives',
    make: filled('directives', '__typename @include(if: true)')
  }
]

/** Batches that come to so much, in literals and in variables. */
const batches: readonly { name: string; make: (count: number) => Question }[] = [
  {
    name: 'handles',
    type: '[String!]!',
    field: 'usersByUsername(usernames: ',
    on: 'User',
    of: (index: number) => `nobody${index}`
  },
  {
    name: 'post ids',
    type: '[ID!]!',
    field: 'postsById(postIds: ',
    on: 'Post',
    of: (index: number) => `${index + 1}`
  },
  {
    name: 'global ids',
    type: '[ID!]!',
    field: 'nodes(ids: ',
    on: 'Node',
    of: (index: number) => toGlobalId('User', `#${index + 1}`)
  },
  {
    name: 'representations',
    type: '[_Any!]!',
    field: '_entities(representations: ',
    on: '_Entity',
    of: (index: number) => ({ __typename: 'User', username: `nobody${index}` })
  }
].flatMap(({ name, type, field, on, of }) => {
  const values = (count: number): (string | object)[] => range(count).map((index) => of(index))
  const literal = (value: string | object): string =>
    typeof value === 'string'
      ? JSON.stringify(value)
      : `{ ${Object.entries(value).map(([key, each]) => `${key}: ${JSON.stringify(each)}`)} }`
  const rest = on === '_Entity' || on === 'Node' ? '{ ... on User { bio } }' : on === 'User' ? '{ bio }' : '{ caption }'
  return [
    {
      name: `${name} in a list`,
      make: (count: number) => documentOf({ selection: `${field}[${values(count).map(literal)}]) ${rest}` })
    },
    {
      name: `${name} in a variable`,
      make: (count: number) =>
        documentOf({ selection: `${field}$v) ${rest}`, declared: `$v: ${type}`, variables: { v: values(count) } })
    },
    {
      name: `${name} in lists of deferred fragments`,
      make: (count: number) =>
        documentOf({
          selection: [values(count).slice(0, 2), values(count).slice(2)]
            .map(
              (some, index) => `... @defer(label: "b${index}") { b${index}: ${field}[${some.map(literal)}]) ${rest} }`
            )
            .join(' ')
        })
    },
    {
      name: `${name} as a default`,
      make: (count: number) =>
        documentOf({ selection: `${field}$v) ${rest}`, declared: `$v: ${type} = [${values(count).map(literal)}]` })
    }
  ]
})

/** Part of the message about a limit. */
const words: Readonly<Record<string, RegExp>> = {
  rootFields: /fields at its root/,
  aliases: /under \d+ names/,
  depth: /levels/,
  nodes: /elements of lists/,
  cost: /may cost \d+/,
  reads: /more than \d+ reads/,
  tokens: /tokens/,
  directives: /directives/,
  answerBytes: /answer of more than|characters/
}

/** What is written so is asked by the command too, which opens the data each time. */
const byCommandToo = new Set(['plainly', 'deferred each', 'handles in a variable'])

const isBeyond = ({ errors = [] }: GraphQLAnswer, limit: keyof QueryLimits): boolean =>
  errors.some(({ message }) => words[limit]?.test(message))

// Each way to write meets every surface, and so does each limit.
let places = 0

describe.each(Object.keys(low) as Setting[])('%s', (setting) => {
  let opened: Awaited<ReturnType<typeof openSurfaces>>
  beforeAll(async () => {
    opened = await openSurfaces(setting, low[setting])
  })
  afterAll(() => closeSurfaces(opened))
  const max = low[setting]

  const check = async (way: string, limit: keyof QueryLimits, make: (count: number) => Question, isExact = true) => {
    const allowed = make(max)
    const tooMany = make(max + 1)
    for (const [name, ask] of surfacesWith(byCommandToo.has(way), ++places)) {
      if (isExact) {
        const answer = await ask(opened, allowed)
        expect(isBeyond(answer, limit), `${name}: ${allowed.query} ${JSON.stringify(answer.errors)}`).toBe(false)
        expect(answer.data, `${name}: ${allowed.query} ${JSON.stringify(answer.errors)}`).toBeInstanceOf(Object)
      }
      const answer = await ask(opened, tooMany)
      expect(isBeyond(answer, limit), `${name}: ${tooMany.query} ${JSON.stringify(answer).slice(0, 300)}`).toBe(true)
      for (const { message, extensions } of answer.errors ?? []) {
        const { details } = extensions ?? {}
        if (details?.limit === undefined) continue
        // Nothing was read for it.
        expect([answer.data ?? null, answer.extensions?.cost?.reads]).toEqual([null, 0])
        expect({ message, extensions }).toEqual({
          message: `query ${details.reason}`,
          extensions: {
            code: 'INVALID_PARAM',
            details: {
              param: 'query',
              reason: expect.stringContaining(String(max)),
              limit,
              max,
              found: isExact ? max + 1 : expect.any(Number),
              doc_url: '/docs/errors/INVALID_PARAM'
            }
          }
        })
      }
    }
  }

  const mine = coming.filter((each) => each.setting === setting)
  describe.each(mine)('$what', ({ limit, make, isOfRuns = false }) => {
    test.each(waysToWrite)('$name: as many as are allowed, and no more', { timeout: 60_000 }, async (way) => {
      await check(way.name, limit, (count) => make(way, count), !(isOfRuns && way.repeats === true))
    })
  })

  const limit = mine[0]?.limit
  if (limit === 'nodes' || limit === 'cost' || limit === 'reads') {
    test.each(batches)('$name: as many as are allowed, and no more', { timeout: 60_000 }, async ({ name, make }) => {
      // One is for the bytes.
      await check(name, limit, (count) => make(limit === 'cost' ? count - 1 : count))
    })
  }

  if (setting === 'MAX_ANSWER_MB') {
    test.each(waysToWrite)('$name: no more than is allowed', { timeout: 60_000 }, async (way) => {
      const posts = `${user} { posts(first: 50) { nodes { ...Long } } }`
      const { query, variables } = fieldsOf('Query', () => range(16).map((index) => `p${index}: ${posts}`))(way, 0)
      const long = `fragment Long on Post { ${range(30)
        .map((index) => `c${index}: caption`)
        .join(' ')} }`
      const question = { query: `${query} ${long}`, variables }
      for (const [name, ask] of surfacesWith(byCommandToo.has(way.name), ++places)) {
        const answer = await ask(opened, question)
        expect(isBeyond(answer, 'answerBytes'), name).toBe(true)
        expect(JSON.stringify(answer.data ?? null).length).toBeLessThan(2 ** 20)
      }
    })
  }
})

describe('without settings', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())
  const { limits } = readConfig({})
  /** What comes to as many as one server allows, without meeting another limit before. */
  const large: { readonly [K in keyof QueryLimits]?: (count: number) => Question } = {
    tokens: (count) => ({
      query: `{ usersByUsername(usernames: [${range(count - 12)
        .map(() => '"a"')
        .join(' ')}]) { id } }`,
      variables: {}
    }),
    // A hundred twice, and 97 on each of the first.
    nodes: (count) => ({
      query: `query ($n: Int, $m: Int!) { user(by: {username: "nobody"}) {
        posts(first: 100) { nodes { author { posts(first: $n) { edges { cursor } } } } more: edges { cursor } }
        followers(first: 50) { nodes { username } }
        reposts(first: $m) { nodes { caption } }
      } }`,
      variables: { n: 97, m: count - 9_950 }
    })
  }
  const makeOf = (limit: keyof QueryLimits): ((count: number) => Question) => {
    const [plainly] = waysToWrite
    const found = coming.find((each) => each.limit === limit)
    if (plainly === undefined || found === undefined) throw new Error(`nothing comes to ${limit}`)
    return large[limit] ?? ((count) => found.make(plainly, count))
  }

  test.each(['tokens', 'nodes', 'rootFields', 'aliases', 'depth', 'directives'] as const)(
    '%s: as many as are allowed, and no more',
    async (limit) => {
      const max = limits[limit]
      const [allowed, tooMany] = [makeOf(limit)(max), makeOf(limit)(max + 1)]
      // A plan is met again, and so is what is refused.
      for (const _ of [1, 2, 3]) {
        const answer = await server.query(allowed.query, allowed.variables)
        expect([answer.errors?.[0]?.extensions?.details?.limit, answer.data]).toEqual([undefined, expect.anything()])
        const { errors, data } = await server.query(tooMany.query, tooMany.variables)
        expect(data ?? null).toBe(null)
        expect(errors?.[0]?.extensions?.details).toMatchObject({ limit, max, found: max + 1 })
      }
    }
  )
})

test('every limit of a query has a setting here', () => {
  // A scan ends at its limit instead of refusing anything.
  const { scan: _, ...limits } = readConfig({}).limits
  expect(new Set([...coming.map(({ limit }) => limit), 'answerBytes'])).toEqual(new Set(Object.keys(limits)))
})
