import type Type from 'typebox'
import { fromKeys } from '../../core/keys-of.ts'
import { type FieldSchema, flag, oneOf, schema } from '../../records/fields.ts'
import { type OperationName, operationNames, rowOf } from './operations.ts'

/**
 * A live source as one table: its addresses, its pagination, and the paths of its records. The import formats know what a record looks like.
 * The JSON Schema of the table is published as schema/source.schema.json; types and checks are derived from it.
 */

const text = (description: string, pattern?: string) =>
  schema<Type.TString>({ type: 'string', description, ...(pattern === undefined ? {} : { pattern }) })
const number = (description: string, minimum: number, maximum: number) =>
  schema<Type.TInteger>({ type: 'integer', description, minimum, maximum })
/** Keys that are not `required` are optional. */
const object = <P extends Type.TProperties, R extends keyof P & string>(
  description: string,
  required: readonly R[],
  properties: P
) =>
  schema<Type.TObject<{ [K in keyof P]: K extends R ? P[K] : Type.TOptional<P[K]> }>>({
    ...{ type: 'object', description, properties, required, additionalProperties: false }
  })
const map = <T extends Type.TSchema>(description: string, values: T) =>
  schema<Type.TUnsafe<Readonly<Record<string, Type.Static<T>>>>>({
    ...{ type: 'object', description, additionalProperties: values }
  })
type Code = Type.TUnsafe<string | number>
const anyCode = { anyOf: [{ type: 'string' }, { type: 'integer' }] }
const codes = (description: string) => schema<Type.TArray<Code>>({ type: 'array', description, items: anyCode })

const secret = text(
  'Text with {env.SOURCE_KEY}, {env.SOURCE_CLIENT_KEY} or {env.SOURCE_CLIENT_SECRET} in place of secrets.'
)
const path = text('Path below the address, with templates such as {username}.', '^/(?![/\\\\])[^\\s\\\\#]*$')
const place = text('Keys joined by dots, such as data.videos.')
const asked = {
  get: path,
  post: path,
  body: schema<Type.TUnknown>({
    description:
      'Body of a POST as JSON. A text that is a template alone, such as "{count}", has the type of its value.'
  })
}

const operation = object('One operation: a GET or a POST, and where its records lie.', [], {
  ...asked,
  record: text('Where the record lies; the whole answer without it.'),
  list: text('Where the list lies. A lookup with it takes the element with its key.'),
  ids: text('Where a list of post ids lies, each of which getPost looks up.'),
  next: schema<Type.TUnsafe<string | Readonly<Record<string, string>>>>({
    description: 'Where an answer has what leads to the next page: the value of {cursor}, or values by their names.',
    anyOf: [place, map('Places by the names that templates have for the values.', place)]
  }),
  more: text('Where an answer says whether there are more pages.'),
  total: text('Where an answer says how long the whole list is.'),
  pageSize: number('Elements to ask for, as {count}; as many as are wanted without it.', 1, 1_000),
  window: object('Reads the list in windows, as {start} and {end}, the latest first.', ['days', 'back'], {
    days: number('Days of a window.', 1, 3_650),
    back: number('How many days back the list goes. A walk ends after 30 windows without anything.', 1, 36_500)
  }),
  only: map(
    'What parameters must be for anything to be there, such as {"username": "{ownUsername}"}.',
    text('A template.')
  ),
  set: map('Values that records lack, by their keys there, such as {"username": "{username}"}.', text('A template.'))
})

const byHeader = object('A header.', ['header', 'value'], {
  header: text('Its name.', '^[A-Za-z0-9-]+$'),
  value: secret
})
const byQuery = object('A parameter.', ['query', 'value'], { query: text('Its name.', '^[\\w.-]+$'), value: secret })
const byToken = object('OAuth 2.0 client credentials.', ['token', 'form'], {
  token: path,
  form: map('Fields of the form that gets a token.', secret)
})

const budget = object('How many calls the source allows.', ['calls', 'per'], {
  calls: number('Calls of a period.', 1, 1_000_000_000),
  per: oneOf(['minute', 'hour', 'day', 'month'], 'The period.'),
  resets: text('When a day or month begins, in UTC, such as 00:00Z.', '^([01]\\d|2[0-3]):[0-5]\\dZ$'),
  reserve: text('Share that lists leave to look-ups, such as 20%.', '^\\d{1,2}%$')
})

const table = object('A live source of clipgraph.', ['source', 'name', 'url', 'operations'], {
  $schema: text('Address of this schema, for editors.'),
  source: schema<Type.TLiteral<1>>({ type: 'integer', enum: [1], description: 'Version of the form of this table.' }),
  name: text('Name of the source, for messages and metrics.', '^[a-z0-9][a-z0-9-]{0,39}$'),
  url: text('Base address: http or https, without query.', '^https?://[^\\s?#@]+$'),
  auth: schema<Type.TUnion<[typeof byHeader, typeof byQuery, typeof byToken]>>({
    description: 'How calls show whose they are: a header, a parameter of the query, or OAuth 2.0 client credentials.',
    anyOf: [byHeader, byQuery, byToken]
  }),
  budget,
  errors: object('How an answer says that it failed.', ['path'], {
    path: text('Where the code of an answer lies.'),
    ok: schema<Code>({ ...anyCode, description: 'The code of a success.' }),
    notFound: codes('Codes of what does not exist.'),
    limited: codes('Codes of too many calls at once.'),
    exhausted: codes('Codes of calls that are used up.'),
    credentials: codes('Codes of a key that is refused.')
  }),
  keep: text('How long records may be kept, in days, such as 15d.', '^[1-9]\\d{0,3}d$'),
  redistribution: flag('false: records may not be passed on to others.'),
  lookups: map(
    'Values that operations need besides their parameters, by name.',
    object('A call that gets one value.', ['value'], { ...asked, value: place })
  ),
  operations: object(
    'Operations by their operationId in openapi.json.',
    [],
    fromKeys(operationNames, () => operation)
  )
})

export const tableSchema: FieldSchema = table as object
export type SourceTable = Type.Static<typeof table>
export type SourceOperation = Type.Static<typeof operation>
export type BudgetRule = Type.Static<typeof budget>
/** Values contain `{env.SOURCE_…}` in place of secrets. */
export type Auth = NonNullable<SourceTable['auth']>
/** A GET with path and query, or a POST with a JSON body. */
export type Asked = Pick<SourceOperation, 'get' | 'post' | 'body'>

/** The names and paths of the values that select the next page. */
export const nextPaths = ({ next }: SourceOperation): readonly (readonly [string, string])[] =>
  next === undefined ? [] : typeof next === 'string' ? [['cursor', next]] : Object.entries(next)

/** Names that the templates of an operation may use, besides look-ups. */
export const namesFor = (name: OperationName, operation: SourceOperation): readonly string[] => [
  ...rowOf(name).takes,
  ...('feed' in rowOf(name) ? ['count', ...nextPaths(operation).map(([name]) => name)] : []),
  ...(operation.window === undefined ? [] : ['start', 'end'])
]
