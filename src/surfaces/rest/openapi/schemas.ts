import { docUrl, errorCodes } from '../../../core/errors.ts'
import { keysOf } from '../../../core/keys-of.ts'
import { apiVersion } from '../../../records/api-version.ts'
import { Collection, PlaylistList } from '../../../records/collection.ts'
import { CreatorScorecard } from '../../../records/creator-scorecard.ts'
import { Effect } from '../../../records/effect.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../../../records/live-room.ts'
import { Place } from '../../../records/place.ts'
import { Post } from '../../../records/post.ts'
import { Sound } from '../../../records/sound.ts'
import { UserProfile } from '../../../records/user-profile.ts'
import type { PaginationKind, RestOperation } from '../operations.ts'
import { type Json, schemaRef } from './json.ts'

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

const meta: Json = {
  type: 'object',
  description: 'Metadata of every response.',
  required: ['request_id', 'timestamp', 'cached', 'version'],
  properties: {
    request_id: { type: 'string', format: 'uuid', description: 'Unique id of this request; equals x-request-id.' },
    timestamp: { type: 'string', format: 'date-time', description: 'Server time of the response.' },
    cached: { type: 'boolean', description: 'Whether every read behind the response came from the cache.' },
    version: { type: 'string', const: apiVersion, description: 'Version of the API.' }
  }
}

const hasMore = { type: 'boolean', description: 'Whether there are more elements.' }
const total = { type: 'integer', format: 'int64', minimum: 0, description: 'Length of the whole list.' }

/** Content of `pagination` by pagination kind. */
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
    description: 'Request `page` + 1 for the next page.',
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
  description: 'The error.',
  required: ['code', 'message', 'details'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorCodes), description: 'Error code, for programs.' },
    message: { type: 'string', description: 'Error message, for people.' },
    details: {
      type: 'object',
      description: 'Details of the error.',
      required: ['doc_url'],
      properties: {
        doc_url: {
          type: 'string',
          format: 'uri-reference',
          description:
            'The page that explains the code: what it means, when it happens, what to do. A path on the server that was asked; it needs no key.',
          examples: [docUrl('INVALID_PARAM')]
        },
        param: { type: 'string', description: 'For INVALID_PARAM: the invalid parameter.' },
        reason: { type: 'string', description: 'For INVALID_PARAM: why it is invalid, and what is allowed.' }
      }
    }
  }
}

const envelope = (description: string, { data, pagination, error }: Json): Json => ({
  type: 'object',
  description,
  required: ['meta', 'data', 'pagination', 'error'],
  properties: { meta: schemaRef('Meta'), data, pagination, error }
})

const dataSchema = ({ record, isList, summary }: RestOperation): Json => {
  const item = record === 'strings' ? { type: 'string' } : schemaRef(record.title ?? '')
  return isList ? { type: 'array', description: `${summary}.`, items: item } : item
}

/** The envelope of a success. */
export const successSchema = (operation: RestOperation): Json =>
  envelope('The envelope of a success.', {
    data: dataSchema(operation),
    pagination: schemaRef(paginationNames[operation.pagination]),
    error: { type: 'null', description: 'Null on success.' }
  })

export const schemas: Json = {
  ...Object.fromEntries(records.map((record) => [record.title, record])),
  Meta: meta,
  ...Object.fromEntries(keysOf(paginationNames).map((kind) => [paginationNames[kind], paginations[kind]])),
  Error: errorObject,
  Failure: envelope('The envelope of a failure.', {
    data: { type: 'null', description: 'A failure has no data.' },
    pagination: { type: 'null', description: 'A failure has no pages.' },
    error: schemaRef('Error')
  })
}
