import {
  buildSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Streams } from '../src/ingest/seed/random.ts'
import { examples } from '../src/services/examples.ts'
import { estimate } from '../src/surfaces/graphql/query/cost.ts'
import { Documents } from '../src/surfaces/graphql/query/documents.ts'
import type { Variables } from '../src/surfaces/graphql/query/inputs.ts'
import { costDirective, listSizeDirective } from '../src/surfaces/graphql/schema/cost-directives.ts'
import { hintsOf, hintValue, searchCost } from '../src/surfaces/graphql/schema/cost-hints.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { printSdl } from '../src/surfaces/graphql/schema/nullability.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { type AnyQuery, anyQuery } from './any-query.ts'
import { cases } from './cases.ts'
import { userNodeId } from './node-ids.ts'
import { pools } from './pools.ts'
import { limitsBut, rules } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

/** Whatever is asked, so that what comes can be compared. */
const limits = limitsBut({ cost: 1_000_000, nodes: 1_000_000, reads: 100_000, tokens: 10_000 })
const documents = new Documents({ ...rules, limits })

const estimateOf = ({ query, variables, operationName }: AnyQuery) => {
  const operation = documents.get(query).document.operation(operationName ?? null)
  const { coerced } = operation?.coerce(variables) ?? {}
  if (operation === null || coerced === undefined) throw new Error('it has been answered')
  const plan = operation.plan(coerced as Variables, false)
  return estimate(plan, coerced as Variables, { hasFilters: true, maxScan: limits.scan })
}

/** Elements of lists of objects, at every level. */
const elementsIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, each) => sum + elementsIn(each), 0)
  const isOfObjects = Array.isArray(value) && value.every((each) => typeof each === 'object')
  return inner + (isOfObjects ? value.length : 0)
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ config: { limits } })
})
afterAll(() => server.close())

const compare = async (asked: AnyQuery) => {
  const { data, extensions } = await server.query(asked.query, asked.variables, asked.operationName)
  if (data == null) return null
  const { nodes, reads } = estimateOf(asked)
  const came = { nodes: elementsIn(data), reads: extensions?.cost?.reads ?? 0 }
  expect(came.nodes, asked.query).toBeLessThanOrEqual(nodes)
  expect(came.reads, asked.query).toBeLessThanOrEqual(reads)
  return { came, nodes }
}

const objectTypes = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'))
  .map((type) => ({ name: type.name, about: type.description, fields: Object.values(type.getFields()) }))

const ids = [
  userNodeId(cases.busyUser()),
  toGlobalId('Sound', examples.soundId),
  toGlobalId('Hashtag', examples.challengeId)
]

describe('what is estimated is at least what comes', () => {
  test('of random queries', { timeout: 240_000 }, async () => {
    const streams = new Streams(49)
    const given = pools('0')
    let elements = 0
    for (let index = 0; index < 600; index += 1) {
      const compared = await compare(anyQuery(streams.at('query', index), given))
      elements += compared?.came.nodes ?? 0
    }
    expect(elements).toBeGreaterThan(2_000)
  })

  test.each(
    Object.entries({
      'an interface with a dear type and one of many elements': `nodes(ids: $ids) { ... on User { scorecard { profile { username } } isLive liveRoom { title } } ... on Sound { posts(first: 50) { nodes { id } } } }`,
      'an interface with a long type and one of many elements': `nodes(ids: $ids) { ... on User { ${Array.from({ length: 25 }, (_, index) => `a${index}: bio`).join(' ')} } ... on Sound { posts(first: 50) { nodes { postId } } } }`,
      'an interface with elements in each type': `nodes(ids: $ids) { ... on User { posts(first: 20) { nodes { id } } } ... on Sound { posts(first: 50) { nodes { id } edges { cursor } } } ... on Hashtag { posts(first: 30) { nodes { id } } } }`,
      'counted histories': `nodes(ids: $ids) { ... on Sound { history { at } } ... on Hashtag { history { at } } }`,
      'counted histories by day of a long period': `nodes(ids: $ids) { ... on Sound { history(step: DAY, from: "2024-01-01", to: "2026-06-01") { at } } }`,
      'observed histories': `nodes(ids: $ids) { ... on User { history { at } days: history(step: DAY) { at } weeks: history(step: WEEK) { at } } }`,
      timelines: `posts { facets { timeline { count } weeks: timeline(step: WEEK) { count } months: timeline(step: MONTH) { count } } }`
    })
  )('%s', async (_, selection) => {
    const declared = selection.includes('$ids') ? '($ids: [ID!]!)' : ''
    const compared = await compare({ query: `query${declared} { ${selection} }`, variables: { ids } })
    expect(compared?.came.nodes).toBeGreaterThan(50)
  })

  test('every list of objects has a bound', () => {
    for (const { name: type, fields } of objectTypes) {
      for (const { name, type: of, extensions } of fields) {
        if (!isListType(getNullableType(of)) || isLeafType(getNamedType(of))) continue
        const { items, listsItems = false } = hintsOf({ extensions })
        expect(items !== undefined || listsItems, `${type}.${name}`).toBe(true)
      }
    }
  })

  test('every field that may read says what it costs, to gateways no less, and no other does', () => {
    const printed = buildSchema(printSdl(schema))
    const costIn = (text: string): number => {
      const [, reads, scan] = /\b(?:(one|two|three) reads?|(a scan))\b/i.exec(text) ?? []
      if (scan !== undefined) return searchCost
      return reads === undefined ? 0 : ['one', 'two', 'three'].indexOf(reads.toLowerCase()) + 1
    }
    for (const { name: type, about, fields } of objectTypes) {
      for (const { name, type: of, description, args, extensions } of fields) {
        const { reads = 0, readCost = 1, lookUp } = hintsOf({ extensions })
        if (lookUp) {
          // Of all such fields of a type together.
          expect(`${about} ${description}`, `${type}.${name}`).toMatch(/one read/i)
          continue
        }
        const costOf = (hasFilters: boolean, length = 1) => {
          const lists = args.filter((arg) => isListType(getNullableType(arg.type)))
          const given = Object.fromEntries(lists.map((arg) => [arg.name, Array.from({ length }, () => 'one')]))
          const filtering = { hasFilters, maxScan: 50 }
          return hintValue(reads, given, filtering) * hintValue(readCost, given, filtering)
        }
        expect(costIn(description ?? ''), `${type}.${name}`).toBe(costOf(true) || costOf(false))
        const printedType = printed.getType(type)
        const node = isObjectType(printedType) ? printedType.getFields()[name]?.astNode : undefined
        if (node == null) throw new Error(`${type}.${name} is printed`)
        const { weight = isLeafType(getNamedType(of)) ? 0 : 1 } = getDirectiveValues(costDirective, node) ?? {}
        const { assumedSize = 1, sizedFields } = getDirectiveValues(listSizeDirective, node) ?? {}
        // The size of a connection is that of its lists.
        const size = sizedFields === undefined ? Number(assumedSize) : 1
        expect(Number(weight) * size, `${type}.${name}`).toBeGreaterThanOrEqual(costOf(true, size))
      }
    }
  })

  test('a bound of a period is a bound of its series', async () => {
    const nodesOf = (args: string) =>
      estimateOf({ query: `{ sound(soundId: "1") { history${args} { at } } }`, variables: {} }).nodes
    expect(nodesOf('')).toBe(1_000)
    expect(nodesOf('(step: DAY, from: "2026-01-01", to: "2026-01-31")')).toBe(31)
    expect(nodesOf('(step: DAY, from: "2000-01-01", to: "2026-01-31")')).toBe(1_000)
  })
})
