import type Type from 'typebox'
import { countFields, type ObservedKind } from '../../engines/history/samples.ts'
import { Place } from '../../records/place.ts'
import { borrowedFields, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { shareUrl } from './share-url.ts'
import { sampleTables } from './stored-samples.ts'

const fieldsOf = (alias: string, { properties }: { properties: Type.TProperties }, omit: readonly string[]): string[] =>
  Object.keys(properties).flatMap((key) => (omit.includes(key) ? [] : [`${alias}.${key}`]))

/** Gives an expression a type: SQLite expressions have none, and DuckDB would read them as bytes. */
const typed = (expression: string, type: 'TEXT' | 'BIGINT', name: string) => `CAST(${expression} AS ${type}) AS ${name}`

/** Generated ids of accounts known by handle alone are not ids of the platform. */
const knownUserId = 'CASE u.has_id WHEN 1 THEN u.user_id END'
const userId = (name: string) => typed(knownUserId, 'TEXT', name)
const collectedAt = (alias: string) =>
  typed(`CASE WHEN ${alias}.collected_at >= 0 THEN ${alias}.collected_at END`, 'BIGINT', 'collected_at')
const isUsed = (column: string, alias: string) => `EXISTS (SELECT 1 FROM posts p WHERE p.${column} = ${alias}.pk)`

const isPublicUser = 'u.handle IS NOT NULL AND u.is_private IS DISTINCT FROM 1'

const samplesOf = (
  kind: ObservedKind,
  ids: Readonly<Record<'post_id' | 'user_id' | 'username', string>>,
  from: string
) => {
  const counts = observedCounts.map(([of, field]) => (of === kind ? `h.${field}` : `NULL AS ${field}`))
  const rounded = countFields[kind].map(
    (field, index) => `CASE WHEN h.rounded & ${1 << index} <> 0 THEN '${field} ' ELSE '' END`
  )
  return `SELECT ${Object.entries(ids).map(([name, id]) => `${id} AS ${name}`)}, CASE WHEN h.at >= 0 THEN h.at END AS at,
      h.source, ${counts}, CASE WHEN h.rounded <> 0 THEN rtrim(${rounded.join(' || ')}) END AS rounded
    FROM ${sampleTables[kind]} h ${from}`
}
const observedCounts = (['posts', 'users'] as const).flatMap((kind) =>
  countFields[kind].map((field) => [kind, field] as const)
)

/** Samples of both kinds, with NULL for the counts of the other kind. Without casts, the columns of a UNION would have no types. */
const countsOverTime = `${[
  // Not cast, so that the index of each kind is used.
  ...['c.post_id', typed('c.user_id', 'TEXT', 'user_id'), 'c.username'],
  typed('c.at', 'BIGINT', 'at'),
  'o.name AS source',
  ...observedCounts.map(([, field]) => typed(`c.${field}`, 'BIGINT', field)),
  typed('c.rounded', 'TEXT', 'rounded')
]} FROM (
    ${samplesOf('posts', { post_id: 'p.post_id', user_id: 'NULL', username: 'NULL' }, 'JOIN posts p ON p.pk = h.pk')}
    UNION ALL
    ${samplesOf('users', { post_id: 'NULL', user_id: knownUserId, username: 'u.username' }, `JOIN users u ON u.pk = h.pk AND ${isPublicUser}`)}
  ) c LEFT JOIN sources o ON o.pk = c.source`

/**
 * Stable views for users' own SQL (docs/sql.md): public data by the ids of the platform, with NULL for unknown values. This program does not
 * read them. `isMadeUp`: whether the data are sample data. Only these have totals of posts; in imported data `posts_count` counts the imported
 * posts, which is not the total.
 */
export const publicViews = (isMadeUp: string): readonly string[] => {
  const postsCount = (alias: string) =>
    typed(`CASE WHEN ${isMadeUp} THEN ${alias}.posts_count END`, 'BIGINT', 'posts_count')
  const views = {
    users: `${[userId('user_id'), ...fieldsOf('u', UserProfile, ['user_id', 'is_private']), collectedAt('u')]}
      FROM users u WHERE ${isPublicUser}`,
    posts: `${[
      ...fieldsOf('p', Post, [...borrowedFields, 'hashtags', 'share_url']),
      typed(shareUrl, 'TEXT', 'share_url'),
      userId('author_id'),
      typed('CASE WHEN u.handle IS NOT NULL THEN u.username END', 'TEXT', 'author_username'),
      's.sound_id',
      'l.place_id',
      collectedAt('p')
    ]} FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk LEFT JOIN places l ON l.pk = p.place_pk`,
    hashtags: `h.hashtag_id, h.name, h.canonical_name,
      ${typed('(SELECT count(*) FROM hashtag_posts t JOIN posts p ON p.pk = t.post_pk WHERE t.hashtag_pk = h.pk)', 'BIGINT', 'posts')}
      FROM hashtags h WHERE EXISTS (SELECT 1 FROM hashtag_posts t JOIN posts p ON p.pk = t.post_pk WHERE t.hashtag_pk = h.pk)`,
    post_hashtags: `p.post_id, h.hashtag_id, h.name, h.canonical_name
      FROM hashtag_posts t JOIN posts p ON p.pk = t.post_pk JOIN hashtags h ON h.pk = t.hashtag_pk`,
    sounds: `${[...fieldsOf('s', Sound, ['posts_count']), postsCount('s'), collectedAt('s')]}
      FROM sounds s WHERE s.hot_rank IS NOT NULL OR ${isUsed('sound_pk', 's')}`,
    places: `${[...fieldsOf('l', Place, ['posts_count']), postsCount('l'), collectedAt('l')]}
      FROM places l WHERE ${isUsed('place_pk', 'l')}`,
    counts_over_time: countsOverTime
  }
  return Object.entries(views).map(([name, select]) => `CREATE VIEW public_${name} AS SELECT ${select}`)
}
