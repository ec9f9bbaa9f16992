import { postsLookedThrough, reckonedOfPost, type Untold, untoldOfUser } from '../../records/untold.ts'
import { namesIn, unknownIn } from '../sql/untold.ts'
import { type Reader, statement } from './database.ts'

// An account of whose posts all is known is told by a row without a post. Private accounts list none.
const untold =
  statement(`SELECT wanted.number, ${unknownIn('u', untoldOfUser)}, p.post_id, ${unknownIn('p', reckonedOfPost)}
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (handle, number) JOIN users u ON u.handle = wanted.handle
  LEFT JOIN LATERAL (
    SELECT post_id, created_at, pk, ${reckonedOfPost} FROM posts
    WHERE author_pk = u.pk AND u.is_private IS DISTINCT FROM 1 ORDER BY created_at DESC, pk DESC LIMIT ${postsLookedThrough}
  ) p ON ${reckonedOfPost.map((name) => `p.${name} IS NULL`).join(' OR ')}
  ORDER BY wanted.number, p.created_at DESC, p.pk DESC`)

const postAt = 1 + untoldOfUser.length

/** For each handle; null where there is no such account. */
export const untoldOf = async ({ rows }: Reader, handles: readonly string[]): Promise<(Untold | null)[]> => {
  const found: (Untold | null)[] = handles.map(() => null)
  for (const cells of await rows(untold, handles)) {
    const index = Number(cells[0]) - 1
    const known = found[index] ?? { profile: namesIn(untoldOfUser, cells, 1), posts: [] }
    const post = cells[postAt]
    if (post !== null) {
      known.posts.push({ post_id: String(post), fields: namesIn(reckonedOfPost, cells, postAt + 1) })
    }
    found[index] = known
  }
  return found
}
