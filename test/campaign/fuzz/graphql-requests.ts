import type { Random } from '../../../src/ingest/seed/random.ts'
import { type AnyQuery, anyQuery } from '../../any-query.ts'
import { exampleOperations } from '../../example-operations.ts'
import { inParts } from '../../parts.ts'
import type { Known } from './known.ts'
import { mutated, mutatedBytes, oddText, oddValue } from './odd.ts'
import { type Draft, encoded, get, type Header, post } from './request.ts'

/** A question as the schema allows it, about things that are there or nearly. */
export const anyQuestion = (random: Random, known: Known): AnyQuery =>
  random.chance(0.9) ? anyQuery(random, poolsOf(random, known)) : exampleQuestion(random)

const poolsOf = (random: Random, { pools, cursors, globalIds }: Known) => ({
  ...pools,
  after: ['0', random.pick(cursors), mutated(random, random.pick(cursors)), '', null],
  id: [random.pick(globalIds), mutated(random, random.pick(globalIds))],
  ids: [random.sample(globalIds, 5), [mutated(random, random.pick(globalIds))]]
})

const exampleQuestion = (random: Random): AnyQuery => {
  const { query, given } = random.pick(exampleOperations)
  return { query, variables: given }
}

const inBody = (question: unknown, headers: readonly Header[] = []): Draft =>
  post('/graphql', JSON.stringify(question), headers)

const inAddress = (question: AnyQuery): Draft => {
  const given = Object.entries(question).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${name}=${encoded(text)}`
  })
  return get(`/graphql?${given.join('&')}`)
}

export const asQuestion = (random: Random, known: Known): Draft => inBody(anyQuestion(random, known))

const acceptsOfParts = [
  'multipart/mixed, application/json',
  'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json;q=0.9',
  'text/event-stream, application/json',
  'multipart/mixed',
  'text/event-stream'
]

export const asPartsQuestion = (random: Random, known: Known): Draft => {
  const question = anyQuestion(random, known)
  const divided = dividedText(random, question.query)
  const query = random.chance(0.9) ? divided : mutated(random, divided)
  return inBody({ ...question, query }, [['accept', random.pick(acceptsOfParts)]])
}

const dividedText = (random: Random, query: string): string => {
  try {
    return inParts(query, random) ?? query
  } catch {
    // Some texts contain what no string may, such as half a character.
    return query
  }
}

export const asAddress = (random: Random, known: Known): Draft => inAddress(anyQuestion(random, known))

export const brokenText = (random: Random, known: Known): Draft => {
  const question = anyQuestion(random, known)
  const query = random.chance(0.6) ? mutated(random, question.query) : strangeText(random, question.query)
  return random.chance(0.9) ? inBody({ ...question, query }) : inAddress({ ...question, query })
}

const oddNumbers = ['1e999', '-0', '007', '99999999999999999999', '1.', '0x1', '-']

/** What is more than anybody writes, or leads nowhere. */
const strangeText = (random: Random, query: string): string => {
  const depth = random.pick([5, 60, 400])
  return random.pick([
    () => query.replace(/\b\d+\b/, random.pick(oddNumbers)),
    () => `{ user(by: {username: "a"}) ${'{ posts { nodes { author '.repeat(depth)}`,
    () => `{ nodes(ids: ${'['.repeat(depth)}${']'.repeat(random.pick([0, depth]))}) { id } }`,
    () => `{ user(by: ${'{username: '.repeat(depth)}1${'}'.repeat(depth)}) { id } }`,
    () => `{ a: __typename ${'b'.repeat(5_000)} }`,
    () => `{ a: __typename ${mutated(random, '@include(if: true)')} }`,
    () => `{ ...A } fragment A on Query { ...B } fragment B on Query { ${random.pick(['...A', '__typename'])} }`,
    () => `query ($a: ${'['.repeat(depth)}Int${']'.repeat(depth)} = """${oddText(random)}""") { __typename }`,
    () => `{ __schema { types { fields { type { ${'ofType { '.repeat(random.below(12))} name`
  ])()
}

export const wrongVariables = (random: Random, known: Known): Draft => {
  const { query, variables } = random.chance(0.7) ? anyQuestion(random, known) : exampleQuestion(random)
  if (random.chance(0.1)) return inBody({ query, variables: oddValue(random) })
  const given = Object.entries(variables).map(([name, value]) => [name, random.chance(0.6) ? oddValue(random) : value])
  return inBody({ query, variables: Object.fromEntries(given) })
}

export const noQuestion = (random: Random, known: Known): Draft => {
  const names = ['query', 'variables', 'operationName', 'documentId', 'extensions', oddText(random)]
  const given = random.sample(names, random.below(5)).map((name) => [name, oddValue(random)])
  const persistedQuery = random.chance(0.5) ? oddValue(random) : { version: 1, sha256Hash: oddValue(random, 1) }
  return random.pick([
    () => inBody(oddValue(random)),
    () => post('/graphql', mutatedBytes(random, Buffer.from(JSON.stringify(anyQuestion(random, known))))),
    () => inBody(Object.fromEntries(given)),
    () => inBody({ ...Object.fromEntries(given), extensions: { persistedQuery } })
  ])()
}
