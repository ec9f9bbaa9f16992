import { postsLookedThrough, reckonedOfPost, type Untold, untoldOfUser } from '../../records/untold.ts'
import { namesIn, unknownIn } from '../sql/untold.ts'
import { type Reader, statement } from './database.ts'

// An account of whose posts all is known is told by a row without a post. Private accounts list none.
const untold =
  statement(`SELECT ${unknownIn('u', untoldOfUser)}, p.post_id, ${unknownIn('p', reckonedOfPost)}, wanted.number
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (handle, number) JOIN users u ON u.handle = wanted.handle
  LEFT JOIN LATERAL (
    SELECT post_id, created_at, pk, ${reckonedOfPost} FROM posts
    WHERE author_pk = u.pk AND u.is_private IS DISTINCT FROM 1 ORDER BY created_at DESC, pk DESC LIMIT ${postsLookedThrough}
  ) p ON ${reckonedOfPost.map((name) => `p.${name} IS NULL`).join(' OR ')}
  ORDER BY wanted.number, p.created_at DESC, p.pk DESC`)

const postAt = untoldOfUser.length

/** For each handle; null where there is no such account. */
export const untoldOf = async ({ rowsOf }: Reader, handles: readonly string[]): Promise<(Untold | null)[]> => {
  const found = await rowsOf(
    untold,
    handles.map((handle) => [handle])
  )
  return found.map((rows) => {
    const [first] = rows
    if (first === undefined) return null
    const posts = rows.filter((cells) => cells[postAt] !== null)
    return {
      profile: namesIn(untoldOfUser, first, 0),
      posts: posts.map((cells) => ({
        post_id: String(cells[postAt]),
        fields: namesIn(reckonedOfPost, cells, postAt + 1)
      }))
    }
  })
}
