import { fromKeys, keysOf } from '../../core/keys-of.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { rowChange } from '../../store/tables/row-statements.ts'
import { isLicensed } from '../../store/tables/selections.ts'
import { tableOf } from './merge-rows.ts'
import { summedLikes } from './merge-statements.ts'
import type { RowCounts } from './merge-store.ts'
import { neverObserved } from './provenance.ts'

/** Statements over all rows of a data set, shared by SQLite and PostgreSQL. */

/** Sums the visible posts of each account that has any, in place of totals that no source gives. The `+` avoids an index. */
export const addUpPosts = `UPDATE users SET listed_videos = more.videos, listed_likes = more.likes
  FROM (SELECT +author_pk AS author_pk, count(*) AS videos, sum(${summedLikes}) AS likes
    FROM posts WHERE +author_pk IS NOT NULL GROUP BY +author_pk) more WHERE users.pk = more.author_pk`

/** In a data set created at once, each account has always had its handle. */
export const claimHandles = `INSERT INTO handles (handle, user_pk, claimed_from, claimed_at)
  SELECT handle, pk, ${neverObserved}, ${neverObserved} FROM users WHERE handle IS NOT NULL ON CONFLICT DO NOTHING`
/** A name alone refers to the first hashtag of that name: the one with the lowest id. */
export const namedHashtags =
  'SELECT pk, canonical_name FROM hashtags WHERE name IS NOT NULL ORDER BY hashtag_id IS NULL, length(hashtag_id), hashtag_id'

/** No source gives the time when a track entered the library, so the time of its oldest imported post is used. */
const dated = (more: string) => `UPDATE sounds SET published_at = dated.at,
    hot_rank = CASE WHEN dated.at IS NOT NULL THEN hot_rank END, new_rank = CASE WHEN dated.at IS NOT NULL THEN new_rank END
  FROM (SELECT s.pk, CASE WHEN s.sound_id IS NOT NULL AND ${isLicensed} = 1
      THEN (SELECT min(created_at) FROM posts WHERE sound_pk = s.pk) END AS at
    FROM sounds s ${more}) dated
  WHERE dated.pk = sounds.pk AND sounds.published_at IS DISTINCT FROM dated.at`
export const dateSounds = dated('WHERE s.source IS NOT NULL')
export const dateSound = rowChange({ sound: 'bigint' }, ({ sound }, join) =>
  dated(`${join('CROSS JOIN')} WHERE s.source IS NOT NULL AND s.pk = ${sound}`)
)
/** Sounds of the commercial library with their ranks by popularity and by date. */
export const rankedSounds = `SELECT row_number() OVER (ORDER BY posts_count DESC, published_at DESC, sound_id) AS hot,
    row_number() OVER (ORDER BY published_at DESC, sound_id) AS new, pk, hot_rank, new_rank
  FROM sounds WHERE published_at IS NOT NULL AND sound_id IS NOT NULL`

const counted: Readonly<Record<keyof RowCounts, string>> = {
  ...tableOf,
  relations: "relations WHERE member <> ''",
  usersWithoutId: 'users WHERE has_id = 0',
  usersWithoutFollowers: 'users WHERE followers IS NULL'
}
export const countRows = `SELECT ${Object.values(counted).map((rows) => `(SELECT count(*) FROM ${rows})`)}`
export const readCounts = (cells: Cells): RowCounts => fromKeys(keysOf(counted), (_, index) => Number(cells[index]))
