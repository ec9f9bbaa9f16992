import { maxScoredPosts, type ScorecardInputs } from '../../records/scorecard-inputs.ts'
import { accountKey } from '../tables/account-key.ts'
import { scoredPost } from '../tables/scorecard-inputs.ts'
import { type QueryReader, statement } from './database.ts'

// An account without posts has one row without one.
const scorecardInputs = statement(`SELECT p.pk, ${scoredPost.columns}, wanted.number
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, number) JOIN users u ON ${accountKey('u')} = wanted.key
  LEFT JOIN LATERAL (
    SELECT * FROM posts WHERE author_pk = u.pk
    ORDER BY created_at DESC, id_order DESC, pk DESC LIMIT ${maxScoredPosts}
  ) p ON true
  ORDER BY wanted.number, p.created_at DESC, p.id_order DESC, p.pk DESC`)

/** Scorecard inputs per key of an account; null for an unknown account. */
export const scorecardInputsOf = async (
  { rowsOf }: QueryReader,
  keys: readonly string[]
): Promise<(ScorecardInputs | null)[]> => {
  const found = await rowsOf(
    scorecardInputs,
    keys.map((key) => [key])
  )
  return found.map((rows) => {
    if (rows.length === 0) return null
    const posts = rows.filter(([pk]) => pk !== null)
    return { posts: posts.map((cells) => scoredPost.read(cells.slice(1), null)) }
  })
}
