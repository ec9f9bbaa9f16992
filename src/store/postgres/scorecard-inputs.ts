import { type Reckoned, reckonedPosts } from '../../records/scorecard-inputs.ts'
import { userUntold } from '../tables/missing-fields.ts'
import { reckonedPost } from '../tables/scorecard-inputs.ts'
import { type Reader, statement } from './database.ts'

// An account without posts is told by a row without one.
const reckoned = statement(`SELECT ${userUntold.columns}, p.pk, ${reckonedPost.columns}, wanted.number
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (handle, number) JOIN users u ON u.handle = wanted.handle
  LEFT JOIN LATERAL (
    SELECT * FROM posts WHERE author_pk = u.pk
    ORDER BY created_at DESC, id_order DESC, pk DESC LIMIT ${reckonedPosts}
  ) p ON true
  ORDER BY wanted.number, p.created_at DESC, p.id_order DESC, p.pk DESC`)

const postAt = userUntold.width

/** For each handle; null where there is no such account. */
export const reckonedOf = async ({ rowsOf }: Reader, handles: readonly string[]): Promise<(Reckoned | null)[]> => {
  const found = await rowsOf(
    reckoned,
    handles.map((handle) => [handle])
  )
  return found.map((rows) => {
    const [first] = rows
    if (first === undefined) return null
    const posts = rows.filter((cells) => cells[postAt] !== null)
    return {
      untold: userUntold.read(first, null).fields,
      posts: posts.map((cells) => reckonedPost.read(cells.slice(postAt + 1), null))
    }
  })
}
