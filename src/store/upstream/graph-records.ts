import type Type from 'typebox'
import type { ExactJson } from '../../records/exact-json.ts'
import { type FieldSchema, withoutNull } from '../../records/fields.ts'
import { fieldNameOf } from '../../records/graph-names.ts'
import { LiveStatus } from '../../records/live-room.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { isObject } from './envelope.ts'

/** Records as the graph has them: what to select, and how it becomes the JSON of REST, which is then read like any other. */
export type GraphRecord = {
  readonly name: string
  /** Fields of the type. */
  readonly selection: string
  /** Null for what is no object. */
  readonly toRest: (node: ExactJson | undefined) => ExactJson
}

/** A record of plain fields. REST has an empty text where the graph has null. */
const flat = <P extends Type.TProperties>(name: string, schema: Type.TObject<P>): GraphRecord => {
  const fields = Object.entries<FieldSchema>({ ...schema.properties }).map(([field, value]) => ({
    field,
    inGraph: fieldNameOf(schema, field),
    unknown: value.type === 'string' && value.format !== 'int64' && withoutNull(value) === undefined ? '' : null
  }))
  return {
    name,
    selection: fields.map(({ inGraph }) => inGraph).join(' '),
    toRest(node = null) {
      if (!isObject(node)) return null
      const record: { [key: string]: ExactJson } = {}
      for (const { field, inGraph, unknown } of fields) record[field] = node[inGraph] ?? unknown
      return record
    }
  }
}

export const userRecord = flat('User', UserProfile)
export const soundRecord = flat('Sound', Sound)
export const liveStatusRecord = flat('LiveStatus', LiveStatus)

export const postRecord: GraphRecord = {
  name: 'Post',
  selection:
    'postId caption createdAt isAd plays likes comments shares saves reposts coverUrl shareUrl sound{soundId title author isOriginal}hashtags{hashtagId name}author{username displayName verified avatarThumbUrl}durationSeconds videoHeight videoWidth',
  toRest(node = null) {
    if (!isObject(node)) return null
    const sound = partOf(node.sound)
    const author = partOf(node.author)
    return {
      post_id: node.postId ?? null,
      caption: node.caption ?? null,
      created_at: toSeconds(node.createdAt),
      is_ad: node.isAd ?? null,
      plays: node.plays ?? null,
      likes: node.likes ?? null,
      comments: node.comments ?? null,
      shares: node.shares ?? null,
      saves: node.saves ?? null,
      reposts: node.reposts ?? null,
      cover_url: node.coverUrl ?? null,
      share_url: node.shareUrl ?? null,
      sound_id: sound.soundId ?? null,
      sound_title: sound.title ?? null,
      sound_author: sound.author ?? null,
      sound_is_original: sound.isOriginal ?? false,
      hashtags: Array.isArray(node.hashtags) ? node.hashtags.map(toHashtag) : [],
      author_username: author.username ?? null,
      author_display_name: author.displayName ?? null,
      author_verified: author.verified ?? false,
      author_avatar_url: author.avatarThumbUrl ?? null,
      duration_seconds: node.durationSeconds ?? null,
      video_height: node.videoHeight ?? null,
      video_width: node.videoWidth ?? null
    }
  }
}

const nothing: { readonly [key: string]: ExactJson } = {}
const partOf = (json: ExactJson = null) => (isObject(json) ? json : nothing)

const toHashtag = (json: ExactJson): ExactJson => {
  const { hashtagId = null, name = null } = partOf(json)
  return { id: hashtagId, name }
}

/** Unix seconds of a time; null for what is none. */
export const toSeconds = (json: ExactJson | undefined): number | null => {
  const ms = typeof json === 'string' ? Date.parse(json) : Number.NaN
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000)
}
