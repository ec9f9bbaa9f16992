import { operationNames, periods } from './table.ts'

/** The JSON Schema of tables, published as schema/source.schema.json; the same one checks them. */

/** The keywords that tables need. */
export type Schema = {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | number)[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

const text = (description: string, pattern?: string): Schema =>
  pattern === undefined ? { type: 'string', description } : { type: 'string', description, pattern }
const number = (description: string, minimum: number, maximum: number): Schema => ({
  ...{ type: 'integer', description, minimum, maximum }
})
const object = (description: string, properties: Readonly<Record<string, Schema>>, ...required: string[]): Schema => ({
  ...{ type: 'object', description, properties, required, additionalProperties: false }
})
const map = (description: string, values: Schema): Schema => ({
  ...{ type: 'object', description, additionalProperties: values }
})
const codes = (description: string): Schema => ({
  ...{ type: 'array', description, items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }
})

const secret = text(
  'Text with {env.SOURCE_KEY}, {env.SOURCE_CLIENT_KEY} or {env.SOURCE_CLIENT_SECRET} in place of secrets.'
)
const path = text('Path below the address, with templates such as {username}.', '^/(?![/\\\\])[^\\s\\\\#]*$')
const place = text('Keys joined by dots, such as data.videos.')
const asked = {
  get: path,
  post: path,
  body: {
    description:
      'Body of a POST as JSON. A text that is a template alone, such as "{count}", has the type of its value.'
  }
}

const operation: Schema = object('One operation: a GET or a POST, and where its records lie.', {
  ...asked,
  record: { ...place, description: 'Where the record lies; the whole answer without it.' },
  list: { ...place, description: 'Where the list lies. A lookup with it takes the element with its key.' },
  ids: { ...place, description: 'Where a list of post ids lies, each of which getPost looks up.' },
  next: {
    description: 'Where an answer has what leads to the next page: the value of {cursor}, or values by their names.',
    anyOf: [place, map('Places by the names that templates have for the values.', place)]
  },
  more: { ...place, description: 'Where an answer says whether there are more pages.' },
  total: { ...place, description: 'Where an answer says how long the whole list is.' },
  pageSize: number('Elements to ask for, as {count}; as many as are wanted without it.', 1, 1_000),
  window: object(
    'Reads the list in windows, as {start} and {end}, the latest first.',
    {
      days: number('Days of a window.', 1, 3_650),
      back: number('How many days back the list goes. A walk ends after 30 windows without anything.', 1, 36_500)
    },
    'days',
    'back'
  ),
  only: map(
    'What parameters must be for anything to be there, such as {"username": "{ownUsername}"}.',
    text('A template.')
  ),
  set: map('Values that records lack, by their keys there, such as {"username": "{username}"}.', text('A template.'))
})

export const tableSchema: Schema = object(
  'A live source of clipgraph.',
  {
    $schema: text('Address of this schema, for editors.'),
    source: { type: 'integer', enum: [1], description: 'Version of the form of this table.' },
    name: text('Name of the source, for messages and metrics.', '^[a-z0-9][a-z0-9-]{0,39}$'),
    url: text('Base address: http or https, without query.', '^https?://[^\\s?#@]+$'),
    auth: {
      description:
        'How calls show whose they are: a header, a parameter of the query, or OAuth 2.0 client credentials.',
      anyOf: [
        object('A header.', { header: text('Its name.', '^[A-Za-z0-9-]+$'), value: secret }, 'header', 'value'),
        object('A parameter.', { query: text('Its name.', '^[\\w.-]+$'), value: secret }, 'query', 'value'),
        object(
          'OAuth 2.0 client credentials.',
          { token: path, form: map('Fields of the form that gets a token.', secret) },
          'token',
          'form'
        )
      ]
    },
    budget: object(
      'How many calls the source allows.',
      {
        calls: number('Calls of a period.', 1, 1_000_000_000),
        per: { type: 'string', enum: periods, description: 'The period.' },
        resets: text('When a day or month begins, in UTC, such as 00:00Z.', '^([01]\\d|2[0-3]):[0-5]\\dZ$'),
        reserve: text('Share that lists leave to look-ups, such as 20%.', '^\\d{1,2}%$')
      },
      'calls',
      'per'
    ),
    errors: object(
      'How an answer says that it failed.',
      {
        path: { ...place, description: 'Where the code of an answer lies.' },
        ok: { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'The code of a success.' },
        notFound: codes('Codes of what does not exist.'),
        limited: codes('Codes of too many calls at once.'),
        exhausted: codes('Codes of calls that are used up.'),
        credentials: codes('Codes of a key that is refused.')
      },
      'path'
    ),
    keep: text('How long records may be kept, in days, such as 15d.', '^[1-9]\\d{0,3}d$'),
    redistribution: { type: 'boolean', description: 'false: records may not be passed on to others.' },
    lookups: map('Values that operations need besides their parameters, by name.', {
      ...object('A call that gets one value.', { ...asked, value: place }, 'value')
    }),
    operations: object(
      'Operations by their operationId in openapi.json.',
      Object.fromEntries(operationNames.map((name) => [name, operation]))
    )
  },
  ...['source', 'name', 'url', 'operations']
)
