import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type FieldSchema, withoutNull } from '../src/records/fields.ts'
import { Post } from '../src/records/post.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import { mediaBase } from './dataset.ts'

/**
 * What a server that reads the data set's file for each request asks it, by hand: the peers that do so and the bare statements share it. None of
 * it is clipgraph's own way to the file.
 */

/** What a post shows of its author and its sound, and in which of their columns it stands. */
const borrowed: Readonly<Record<string, string>> = {
  sound_id: 's.sound_id',
  sound_title: 's.title',
  sound_author: 's.author',
  sound_is_original: 's.is_original',
  author_username: 'u.username',
  author_display_name: 'u.display_name',
  author_verified: 'u.verified',
  author_avatar_url: 'u.avatar_thumb_url'
}

const columnsOf = (names: readonly string[], alias: string) =>
  names.map((name) => `${borrowed[name] ?? `${alias}.${name}`} AS ${name}`).join(', ')

const postNames = Object.keys(Post.properties)
const ownNames = postNames.filter((name) => borrowed[name] === undefined)
const profile = columnsOf(Object.keys(UserProfile.properties), 'u')
const post = columnsOf(postNames, 'p')
const withBoth = 'posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk'
/** A bare `LIMIT ?` is planned anew at every value that is bound. */
const newest = 'WHERE p.author_pk = ? ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC LIMIT ? + 0'
/** As an index has it. */
const key = "coalesce(u.handle, ':' || u.user_id)"

export const statements = {
  profile: `SELECT ${profile} FROM users u WHERE ${key} = ?`,
  profileById: `SELECT ${profile} FROM users u WHERE u.user_id = ?`,
  /** Nothing belongs to row 0: the lists of a private account are empty. */
  owner: `SELECT iif(u.is_private, 0, u.pk) AS pk FROM users u WHERE ${key} = ?`,
  page: `SELECT ${post} FROM ${withBoth} ${newest}`,
  post: `SELECT ${post} FROM ${withBoth} WHERE p.pk = ?`,
  /** Posts alone, for servers that load authors and sounds by themselves. */
  ownPage: `SELECT ${columnsOf(ownNames, 'p')}, p.author_pk, p.sound_pk FROM posts p ${newest}`,
  authors: `SELECT pk, username, display_name, verified, avatar_thumb_url FROM users WHERE pk IN (SELECT value FROM json_each(?))`,
  sounds: `SELECT pk, sound_id, title, author, is_original FROM sounds WHERE pk IN (SELECT value FROM json_each(?))`
} as const

/** The file as clipgraph opens it, and statements prepared once. */
export const openStatements = (path: string): Record<keyof typeof statements, StatementSync> => {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16384; PRAGMA query_only = ON')
  const prepared = Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)])
  // The same names.
  return Object.fromEntries(prepared) as Record<keyof typeof statements, StatementSync>
}

type Row = Record<string, unknown>

const fieldsOf = (properties: object) => Object.entries(properties as Readonly<Record<string, FieldSchema>>)
const namesWhere = (properties: object, is: (field: FieldSchema) => boolean) =>
  fieldsOf(properties)
    .filter(([, field]) => is(withoutNull(field) ?? field))
    .map(([name]) => name)

const both = { ...Post.properties, ...UserProfile.properties, is_original: Post.properties.sound_is_original }
const flags = namesWhere(both, ({ type }) => type === 'boolean')
const addresses = namesWhere(both, ({ format }) => format === 'uri')

/** A row as the record it stands for, in place: flags out of 0 and 1, lists out of JSON, addresses of this server in full. */
export const toRecord = (row: Row): Row => {
  for (const name of flags) if (name in row) row[name] = row[name] === 1
  for (const name of addresses) {
    const address = row[name]
    if (typeof address === 'string' && address.startsWith('/')) row[name] = mediaBase + address
  }
  if (typeof row.hashtags === 'string') row.hashtags = JSON.parse(row.hashtags)
  return row
}
