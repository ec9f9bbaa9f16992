import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isObjectType,
  isRequiredArgument
} from 'graphql'
import { readGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { operationTools } from '../src/surfaces/mcp/operation-tool.ts'
import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'
import { call, overHttp } from './agent.ts'
import { addressOf, type Input } from './rest-address.ts'
import { type TestServer, testKey } from './server.ts'
import { isThorough } from './thorough.ts'

/**
 * Everything that a server answers about some things, on every surface. Operations, fields and arguments are those of the contracts: one that
 * is added is asked as well, and one that needs a value that is not given here fails.
 */

/** Values for parameters of REST and arguments of GraphQL, by their names. */
export type Values = Readonly<Record<string, readonly unknown[]>>

/** What was asked, and all that was answered to it, without what only repeats the question. */
export type Answer = { asked: string; text: string }

const paging = new Set(['count', 'cursor', 'page', 'max_time', 'region'])

const valuesOf = (values: Values, name: string): readonly unknown[] => {
  const known = values[name]
  if (known === undefined) throw new Error(`no values are given for ${name}`)
  return known
}

/** Every way to call an operation. */
const inputsOf = ({ input, exactlyOneOf }: RestOperation, values: Values): Input[] => {
  const names = Object.keys(input).filter((name) => !paging.has(name))
  const ways = exactlyOneOf === undefined ? [names] : names.map((name) => [name])
  return ways.flatMap((way) =>
    way.reduce<Input[]>(
      (inputs, name) =>
        inputs.flatMap((each) => valuesOf(values, name).map((value) => ({ ...each, [name]: String(value) }))),
      [{}]
    )
  )
}

const nextOf = (headers: Headers): string | null => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null

type Walked = Answer & { operation: string; pages: readonly (Answer & { etag: string | null })[] }

const pageSize = 7

/** Walks lists from their beginning to their end: pages are full, and nothing comes twice. */
const walk = async (server: TestServer, operation: RestOperation, input: Input): Promise<Walked> => {
  const isPaged = 'count' in operation.input
  const first = addressOf(operation, isPaged ? { ...input, count: pageSize } : input)
  const pages: (Answer & { etag: string | null })[] = []
  const elements: string[] = []
  for (let path: string | null = first; path !== null; ) {
    const { status, headers, body }: Awaited<ReturnType<TestServer['get']>> = await server.get(path)
    if (status !== 200 && status !== 404 && status !== 403) throw new Error(`${path} answers ${status}`)
    pages.push({ asked: path, text: JSON.stringify(body.data), etag: headers.get('etag') })
    path = nextOf(headers)
    if (!isPaged || !Array.isArray(body.data)) continue
    elements.push(...body.data.map((element) => JSON.stringify(element)))
    if (path !== null && body.data.length < pageSize) throw new Error(`a page of ${first} is not full`)
  }
  if (new Set(elements).size < elements.length) throw new Error(`${first} lists something twice`)
  return { operation: operation.id, asked: first, text: pages.map(({ text }) => text).join('\n'), pages }
}

export const overRest = async (server: TestServer, values: Values): Promise<Walked[]> => {
  const answers: Walked[] = []
  for (const operation of operations) {
    for (const input of inputsOf(operation, values)) answers.push(await walk(server, operation, input))
  }
  return answers
}

export const asTables = async (server: TestServer, values: Values): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (const operation of operations.filter(({ isList }) => isList)) {
    for (const input of inputsOf(operation, values)) {
      for (const accept of ['text/csv', 'application/x-ndjson']) {
        const path = addressOf(operation, input)
        const response = await fetch(server.url + path, { headers: { 'x-gateway-key': testKey, accept } })
        answers.push({ asked: `${accept} ${path}`, text: response.ok ? await response.text() : '' })
      }
    }
  }
  return answers
}

type Field = GraphQLField<unknown, unknown>

/** Every way to ask for a field: with all arguments that it requires, or, where it requires none, with each that there are values for. */
const written = (field: Field, values: Values): string[] => {
  const valuesFor = (arg: string) => values[`${field.name}.${arg}`] ?? values[arg]
  const first = field.args.some(({ name }) => name === 'first') ? ['first: 10'] : []
  const required = field.args.filter(isRequiredArgument).map(({ name }) => [name])
  const others = field.args.filter(({ name }) => !paging.has(name) && values[`${field.name}.${name}`] !== undefined)
  const ways = required.length > 0 || others.length === 0 ? [required.flat()] : others.map(({ name }) => [name])
  const calls = ways.flatMap((way) =>
    way.reduce<string[][]>(
      (all, name) => {
        const type = getNamedType(field.args.find((arg) => arg.name === name)?.type)
        const isEnum = isEnumType(type)
        const given = valuesFor(name) ?? (isEnum ? type.getValues().map((each) => each.name) : undefined)
        if (given === undefined) throw new Error(`no values are given for ${field.name}.${name}`)
        return all.flatMap((each) =>
          given.map((value) => [...each, `${name}: ${isEnum ? String(value) : literal(value)}`])
        )
      },
      [first]
    )
  )
  return calls.map((call) => (call.length === 0 ? field.name : `${field.name}(${call.join(', ')})`))
}

/** As GraphQL writes a value: names of fields stand without quotes. */
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value).map(([name, inner]) => `${name}: ${literal(inner)}`)} }`
}

const objectsOf = (type: GraphQLOutputType): readonly GraphQLObjectType[] => {
  const named = getNamedType(type)
  if (isObjectType(named)) return [named]
  return isAbstractType(named) ? schema.getPossibleTypes(named) : []
}

/** Values for arguments that fields within need. */
const inner: Values = { 'inRegion.region': ['JP'] }

const isLeaf = (field: Field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument)
/** What repeats the question. */
const repeats = (type: GraphQLObjectType, name: string) => type.name === 'Search' && name === 'keyword'

/** Ways pass so many things that can be asked for by themselves, and whatever is between them. */
const mostThings = 2
const isThing = ({ name }: GraphQLObjectType) => thingNames.has(name)
const thingNames = new Set(
  Object.values(schema.getQueryType()?.getFields() ?? {})
    .flatMap(({ type }) => objectsOf(type))
    .filter(({ name }) => !name.endsWith('Connection'))
    .map(({ name }) => name)
)

/** A selection for each way from an object through others, with all fields at its end that are no objects. */
function* selections(
  type: GraphQLObjectType,
  way: readonly string[],
  things = Number(isThing(type))
): Generator<{ way: string; selection: string }> {
  const fields = Object.values(type.getFields())
  const leaves = fields.filter((field) => isLeaf(field) && !repeats(type, field.name)).map(({ name }) => name)
  yield { way: way.join('.'), selection: `{ __typename ${leaves.join(' ')} }` }
  // What is behind the things that a list is counted by is reached through its posts too.
  if (isThing(type) && way.includes('PostFacets')) return
  for (const field of fields) {
    for (const next of objectsOf(field.type)) {
      const passed = things + Number(isThing(next))
      if (passed > mostThings || way.includes(next.name)) continue
      // The list of a thing has the same counts however the thing was reached.
      if (next.name === 'PostFacets' && things > 1) continue
      // Numbers alone.
      if (next.name.endsWith('Growth')) continue
      for (const { way: deeper, selection } of selections(next, [...way, field.name, next.name], passed)) {
        for (const call of written(field, inner))
          yield { way: deeper, selection: `{ ${call} ${within(field, next, selection)} }` }
      }
    }
  }
}

const within = ({ type }: Field, object: GraphQLObjectType, selection: string) =>
  isAbstractType(getNamedType(type)) ? `{ ... on ${object.name} ${selection} }` : selection

/** Whether a call may lead to an object of a type: an id says of which it is. */
const mayBe = (call: string, { name }: GraphQLObjectType) => {
  const [, id] = /^node\(id: "(.+)"\)$/.exec(call) ?? []
  return id === undefined || readGlobalId(id).type === name
}

/** A way from a root: `user.User.posts.PostConnection`. */
const stepsOf = (way: string) => way.split('.')
/** Up to the fields of what a root is, every way is gone. */
const mostOwnSteps = 4

/**
 * Every field of every type, from every call of a root. Where several long ways end with the same two steps, a thorough run goes along all
 * of them, and others along the first. `only`: some of these questions.
 */
export const overGraphQL = async (
  server: TestServer,
  values: Values,
  only?: ReadonlySet<string>
): Promise<(Answer & { way: string })[]> => {
  const all: { way: string; asked: string }[] = []
  const fields = new Set<string>()
  const isKnown = (call: string, way: string) => {
    const steps = stepsOf(way)
    const field = `${call} ${steps.slice(-5).join('.')}`
    const isFirst = !fields.has(field)
    fields.add(field)
    return !isThorough && !isFirst && steps.length > mostOwnSteps
  }
  for (const root of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    for (const call of written(root, values)) {
      if (objectsOf(root.type).length === 0) all.push({ way: root.name, asked: call })
      for (const type of objectsOf(root.type).filter((one) => mayBe(call, one))) {
        for (const { way, selection } of selections(type, [root.name, type.name])) {
          if (isKnown(call, way)) continue
          all.push({ way, asked: `${call} ${within(root, type, selection)}` })
        }
      }
    }
  }
  const questions = all.filter(({ asked }) => only?.has(asked) !== false)
  const answers: (Answer & { way: string })[] = []
  for (let at = 0; at < questions.length; at += atOnce) {
    const some = questions.slice(at, at + atOnce)
    const query = `{ ${some.map(({ asked }, index) => `a${index}: ${asked}`).join(' ')} }`
    const { data, errors } = await server.query(query)
    const wrong = errors?.find(({ extensions }) => !known.has(extensions?.code ?? ''))
    if (wrong !== undefined) throw new Error(`${query}: ${wrong.message}`)
    for (const [index, question] of some.entries())
      answers.push({ ...question, text: JSON.stringify(data?.[`a${index}`] ?? null) })
  }
  return answers
}
/** Questions of one request: to send one takes as long as to answer several. */
const atOnce = 10
/** How a thing that is not shown is answered, and what is asked of a list that is not there. */
const known = new Set(['NOT_FOUND', 'ACCOUNT_PRIVATE'])

export const overMcp = async (server: TestServer, values: Values, queries: readonly string[]): Promise<Answer[]> => {
  const client = await overHttp(server.url)
  try {
    const answers: Answer[] = []
    const ask = async (tool: string, given: Input) => {
      const { content, failed } = await call(client, tool, given)
      answers.push({ asked: `${tool} ${JSON.stringify(given)}`, text: failed ? '' : JSON.stringify(content) })
    }
    for (const [index, operation] of operations.entries()) {
      for (const input of inputsOf(operation, values)) await ask(operationTools[index]?.name ?? '', input)
    }
    for (const query of queries) await ask('graphql', { query })
    return answers
  } finally {
    await client.close()
  }
}
