import { type ColumnTable, groupSize } from '../../engines/columnar/column-store.ts'
import { postEngagementRate } from '../../engines/filters/engagement-rate.ts'
import { growthNumbers, postNumbers } from '../../engines/filters/fields.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import { codeNumber } from '../../records/origin.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { idOrderOf } from '../../store/tables/id-order.ts'
import { type RowRead, rowRead } from '../../store/tables/row-statements.ts'
import type { GroupColumns } from './group-columns.ts'

/** Converts rows of a row group to columns, except hashtags, search keys and growth, which are from other tables. */

type GroupRows = {
  /** Rows from one pk up to before another, in their order; the first column is the pk. */
  readonly read: RowRead
  readonly put: (columns: GroupColumns, cells: Cells) => void
}

const selected = (from: string, columns: readonly string[], pk: string): RowRead =>
  rowRead(
    { from: 'bigint', to: 'bigint' },
    (range) => `SELECT ${[pk, ...columns]} FROM ${from} WHERE ${pk} >= ${range.from} AND ${pk} < ${range.to}`
  )

/** A cell as a number. Texts are codes of countries or languages. */
const numberOf = (cell: unknown): number =>
  typeof cell === 'string' ? codeNumber(cell) : typeof cell === 'number' ? cell : Number.NaN
const numberOrNull = (cell: unknown): number | null => (typeof cell === 'number' ? cell : null)

/** Columns that are computed, not columns of the row. */
const computed: readonly string[] = ['engagement_rate', ...growthNumbers]
const plainPostNumbers = postNumbers.filter((name) => !computed.includes(name))
const postColumns = {
  ...Object.fromEntries(plainPostNumbers.map((name) => [name, `p.${name}`])),
  ...{ is_listed: '1 - p.is_hidden', author: 'p.author_pk', sound: 'p.sound_pk', place: 'p.place_pk' },
  ...{ id_order: 'p.id_order', country: 'p.country', language: 'p.language' }
}
const postPlaces = Object.keys(postColumns)
const at = (name: string) => postPlaces.indexOf(name) + 1
const [plays, likes, comments, shares] = [at('plays'), at('likes'), at('comments'), at('shares')]

const userColumns = {
  ...{ followers: 'u.followers', total_likes: 'u.total_likes', total_videos: 'u.total_videos' },
  ...{ verified: 'u.verified', is_private: 'u.is_private', country: 'u.country', language: 'u.language' },
  is_listed: 'CASE WHEN u.handle IS NULL THEN 0 ELSE 1 END',
  is_live: `CASE WHEN EXISTS (SELECT 1 FROM live_rooms l WHERE l.user_pk = u.pk AND l.status = ${liveStatuses.live}) THEN 1 ELSE 0 END`,
  ...{ engagement_rate: 's.engagement_rate', authority_score: 's.authority_score' },
  ...{ posting_consistency: 's.posting_consistency', tier: 's.tier', last_post_at: 's.last_post_at' }
}
const userPlaces = Object.keys(userColumns)
const behindUser = userPlaces.length + 1

const putNumbers = (columns: GroupColumns, names: readonly string[], cells: Cells): number => {
  const row = Number(cells[0]) % groupSize
  for (let index = 0; index < names.length; index += 1) {
    columns.setNumber(names[index] ?? '', row, numberOf(cells[index + 1]))
  }
  return row
}

export const groupRows: Readonly<Record<ColumnTable, GroupRows>> = {
  posts: {
    read: selected('all_posts p', Object.values(postColumns), 'p.pk'),
    put(columns, cells) {
      const row = putNumbers(columns, postPlaces, cells)
      const rate = postEngagementRate({
        plays: numberOrNull(cells[plays]),
        likes: numberOrNull(cells[likes]),
        comments: numberOrNull(cells[comments]),
        shares: numberOrNull(cells[shares])
      })
      columns.setNumber('engagement_rate', row, rate ?? Number.NaN)
    }
  },
  users: {
    read: selected(
      'users u LEFT JOIN creator_scores s ON s.user_pk = u.pk',
      [...Object.values(userColumns), 'u.user_id', 'u.handle', 's.niche'],
      'u.pk'
    ),
    put(columns, cells) {
      const row = putNumbers(columns, userPlaces, cells)
      columns.setNumber('id_order', row, idOrderOf(String(cells[behindUser])))
      columns.setText('username', row, cells[behindUser + 1])
      columns.setText('niche', row, cells[behindUser + 2])
    }
  },
  sounds: {
    read: selected('sounds s', ['s.is_original'], 's.pk'),
    put: (columns, cells) => void putNumbers(columns, ['is_original'], cells)
  }
}
