import { docUrl, type ErrorCode, errorCodes } from '../core/errors.ts'
import { apiVersion } from '../records/api-version.ts'
import { Collection, PlaylistList } from '../records/collection.ts'
import { CreatorScorecard } from '../records/creator-scorecard.ts'
import { Effect } from '../records/effect.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../records/live-room.ts'
import { Place } from '../records/place.ts'
import { Post } from '../records/post.ts'
import { Sound } from '../records/sound.ts'
import { UserProfile } from '../records/user-profile.ts'
import { operations, type PaginationKind, type RestOperation } from './operations.ts'

type Json = { readonly [key: string]: unknown }

const records = [
  Post,
  UserProfile,
  Sound,
  LiveRoom,
  LiveSearchResult,
  LiveStatus,
  Collection,
  PlaylistList,
  Effect,
  Place,
  CreatorScorecard
]

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const meta: Json = {
  type: 'object',
  description: 'What every answer tells of itself.',
  required: ['request_id', 'timestamp', 'cached', 'version'],
  properties: {
    request_id: { type: 'string', format: 'uuid', description: 'Unique id of this request; equals x-request-id.' },
    timestamp: { type: 'string', format: 'date-time', description: 'Server time of the answer.' },
    cached: { type: 'boolean', description: 'Whether every read behind the answer came from the cache.' },
    version: { type: 'string', const: apiVersion, description: 'Version of the API.' }
  }
}

const hasMore = { type: 'boolean', description: 'Whether more follows.' }
const total = { type: 'integer', format: 'int64', minimum: 0, description: 'Length of the whole list.' }

/** What `pagination` holds, by how an operation is paged. */
export const paginations: Readonly<Record<PaginationKind, Json>> = {
  none: { type: 'null', description: 'Single records have no pages.' },
  cursor: {
    type: 'object',
    description: 'Pass `cursor` back unchanged for the next page.',
    required: ['cursor', 'has_more'],
    properties: { cursor: { type: ['string', 'null'], description: 'Opaque; null at the end.' }, has_more: hasMore }
  },
  max_time: {
    type: 'object',
    description: 'Pass `next_max_time` as `max_time` for the next page.',
    required: ['next_max_time', 'has_more', 'total'],
    properties: {
      next_max_time: { type: 'integer', format: 'int64', description: 'Unix time in seconds.' },
      has_more: hasMore,
      total
    }
  },
  page: {
    type: 'object',
    description: 'Ask for `page` + 1 for the next page.',
    required: ['page', 'has_more', 'total'],
    properties: { page: { type: 'integer', minimum: 1, description: 'This page’s number.' }, has_more: hasMore, total }
  }
}
const paginationNames: Readonly<Record<PaginationKind, string>> = {
  none: 'NoPagination',
  cursor: 'CursorPagination',
  max_time: 'MaxTimePagination',
  page: 'PageNumberPagination'
}

const errorObject: Json = {
  type: 'object',
  required: ['code', 'message', 'details'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorCodes), description: 'What went wrong, for programs.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
    details: {
      type: 'object',
      description: 'More about it.',
      required: ['doc_url'],
      properties: {
        doc_url: {
          type: 'string',
          format: 'uri-reference',
          description:
            'The page that explains the code: what it means, when it happens, what to do. A path on the server that was asked; it needs no key.',
          examples: [docUrl('INVALID_PARAM')]
        },
        param: { type: 'string', description: 'For INVALID_PARAM: the parameter that is wrong.' },
        reason: { type: 'string', description: 'For INVALID_PARAM: what is wrong with it, and what is allowed.' }
      }
    }
  }
}

/** Codes any operation can answer with; those that one operation adds stand in its row. */
const commonCodes: readonly ErrorCode[] = [
  'INVALID_PARAM',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'UNAVAILABLE',
  'UPSTREAM_TIMEOUT'
]

const codesOf = ({ errors }: RestOperation): ErrorCode[] =>
  [...commonCodes, ...errors].sort((a, b) => errorCodes[a].status - errorCodes[b].status)

const dataSchema = ({ record, isList }: RestOperation): Json => {
  const item = record === 'strings' ? { type: 'string' } : ref(record.title ?? '')
  return isList ? { type: 'array', items: item } : item
}

const describeOperation = (operation: RestOperation): Json => {
  const { input, exactlyOneOf } = operation
  const parameters = Object.entries(input).flatMap(
    ([name, { schema, description, example, required, aliases = [] }]) => [
      {
        name,
        in: operation.path.includes(`{${name}}`) ? 'path' : 'query',
        // An alias can stand in for the parameter, so the parameter alone cannot be required.
        required: required && aliases.length === 0,
        description: exactlyOneOf?.includes(name)
          ? `${description} Give exactly one of ${exactlyOneOf.join(' and ')}.`
          : description,
        schema,
        example
      },
      ...aliases.map((alias) => ({
        name: alias,
        in: 'query',
        required: false,
        description: `Another name of \`${name}\`, which wins when both are given.`,
        schema,
        example
      }))
    ]
  )
  const success: Json = {
    description: operation.summary,
    headers: { 'x-request-id': { $ref: '#/components/headers/x-request-id' } },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['meta', 'data', 'pagination', 'error'],
          properties: {
            meta: ref('Meta'),
            data: dataSchema(operation),
            pagination: ref(paginationNames[operation.pagination]),
            error: { type: 'null' }
          }
        }
      }
    }
  }
  const failures = Object.fromEntries(
    codesOf(operation).map((code) => [String(errorCodes[code].status), { $ref: `#/components/responses/${code}` }])
  )
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary: operation.summary,
    parameters,
    responses: { '200': success, ...failures }
  }
}

/** The REST contract as an OpenAPI 3.1 document. Follows from the operations table, the records and the operations' inputs. */
export const openApi = (): Json => {
  const paths: Record<string, Json> = {}
  for (const operation of operations) paths[operation.path] = { get: describeOperation(operation) }
  const components = Object.fromEntries(records.map((record) => [record.title, record]))
  const responses = Object.fromEntries(
    Object.entries(errorCodes).map(([code, { message }]) => [
      code,
      {
        description: message,
        headers: { 'x-request-id': { $ref: '#/components/headers/x-request-id' } },
        content: { 'application/json': { schema: ref('Failure') } }
      }
    ])
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'clipgraph',
      version: apiVersion,
      description:
        'Public data of a short-video platform, read-only. The same data is one typed graph at `/graphql`. Every answer, success or failure, has the same envelope.',
      license: { name: 'MIT', identifier: 'MIT' }
    },
    servers: [{ url: '/' }],
    security: [{ gatewayKey: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { gatewayKey: { type: 'apiKey', in: 'header', name: 'x-gateway-key' } },
      headers: {
        'x-request-id': { description: 'Equals meta.request_id.', schema: { type: 'string', format: 'uuid' } }
      },
      responses,
      schemas: {
        ...components,
        Meta: meta,
        ...Object.fromEntries(
          (Object.keys(paginations) as PaginationKind[]).map((kind) => [paginationNames[kind], paginations[kind]])
        ),
        Error: errorObject,
        Failure: {
          type: 'object',
          required: ['meta', 'data', 'pagination', 'error'],
          properties: { meta: ref('Meta'), data: { type: 'null' }, pagination: { type: 'null' }, error: ref('Error') }
        }
      }
    }
  }
}
