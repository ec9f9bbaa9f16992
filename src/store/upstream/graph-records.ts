import type Type from 'typebox'
import type { ExactJson } from '../../records/exact-json.ts'
import { type FieldSchema, withoutNull } from '../../records/fields.ts'
import { fieldNameOf, type NamedRecord } from '../../records/graph-names.ts'
import { LiveStatus } from '../../records/live-room.ts'
import { ofAuthor, ofSound, Post } from '../../records/post.ts'
import { blankOf } from '../../records/reading.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { isObject, memberOf } from './envelope.ts'

/** A record type of the graph: its selection, and the conversion to the JSON of REST, which is then read like any other. */
export type GraphRecord = {
  readonly name: string
  /** Fields of the type. */
  readonly selection: string
  /** Null for a value that is no object. */
  readonly toRest: (node: ExactJson | undefined) => ExactJson
}

/** Unix seconds of a time; null for any other value. */
export const toSeconds = (json: ExactJson | undefined): number | null => {
  const ms = typeof json === 'string' ? Date.parse(json) : Number.NaN
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000)
}

/** A field that differs in the graph: its field there, the selection within that, and its conversion. */
type Placed = { readonly from?: string; readonly selection?: string; readonly read?: (json: ExactJson) => ExactJson }
const itself = (json: ExactJson): ExactJson => json

/** Fields that the graph has in a nested record, by their names there. */
const within = (
  from: string,
  owner: NamedRecord,
  names: Readonly<Record<string, string>>
): Readonly<Record<string, Placed>> => {
  const fields = Object.entries(names).map(([field, name]) => [field, fieldNameOf(owner, name)] as const)
  const selection = `${from}{${fields.map(([, name]) => name).join(' ')}}`
  return Object.fromEntries(
    fields.map(([field, name]) => [field, { from, selection, read: (json) => memberOf(json, name) }])
  )
}

/** A record whose fields have the same names in the graph, or are given. For null in the graph, REST has an empty text or false. */
const recordOf = <P extends Type.TProperties>(
  name: string,
  schema: Type.TObject<P>,
  placed: Readonly<Record<string, Placed>> = {}
): GraphRecord => {
  const fields = Object.entries<FieldSchema>({ ...schema.properties }).map(([field, value]) => {
    const isText = value.type === 'string' && value.format !== 'int64' && withoutNull(value) === undefined
    const { from = fieldNameOf(schema, field), selection = from, read = itself } = placed[field] ?? {}
    return { field, from, selection, read, unknown: isText ? '' : value.type === 'boolean' ? false : null }
  })
  const blank = blankOf(fields.map(({ field }) => field))
  return {
    name,
    selection: [...new Set(fields.map(({ selection }) => selection))].join(' '),
    toRest(node = null) {
      if (!isObject(node)) return null
      const record: { [key: string]: ExactJson } = blank()
      for (const { field, from, read, unknown } of fields) {
        const json = node[from]
        // An unknown field is null. A field that is absent here stays absent from the record.
        if (json === undefined) delete record[field]
        else record[field] = read(json) ?? unknown
      }
      return record
    }
  }
}

const toHashtag = (json: ExactJson): ExactJson => ({ id: memberOf(json, 'hashtagId'), name: memberOf(json, 'name') })
const hashtags: Placed = {
  selection: 'hashtags{hashtagId name}',
  read: (json) => (Array.isArray(json) ? json.map(toHashtag) : [])
}

export const userRecord = recordOf('User', UserProfile)
export const soundRecord = recordOf('Sound', Sound)
export const liveStatusRecord = recordOf('LiveStatus', LiveStatus)
export const postRecord = recordOf('Post', Post, {
  created_at: { read: toSeconds },
  ...within('sound', Sound, ofSound),
  ...within('author', UserProfile, ofAuthor),
  hashtags
})
