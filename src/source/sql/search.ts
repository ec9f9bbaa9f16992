import { type LiveSearchResult, liveStatuses } from '../../records/live-room.ts'
import type { Post } from '../../records/post.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { PageRequest } from '../source.ts'
import type { Selection } from './columns.ts'
import { type Database, readPosition } from './database.ts'
import { type Listing, listingsByKey } from './listings.ts'
import { matchQuery } from './search-terms.ts'
import * as select from './selections.ts'

/**
 * Ranked search that never sorts everything. Index rows are numbered by popularity, so matches stream out most popular
 * first; they are taken a window at a time, and within a window relevance, popularity and freshness decide. A rare
 * keyword fits one window and is ranked as a whole; a common one costs one window a page however deep it goes.
 *
 * A position is `moment.window.place`: the second the search began, which freshness is measured against so that
 * later pages keep the order of the first; the rank the window begins behind; and how many of it were shown.
 */
const windowSize = 240

type Candidate = { rank: number; pk: number; relevance: number; popularity: number; at: number }

type Ranking<T> = {
  /** Matches behind a rank, most popular first; bm25 is negative, the lower the better. */
  candidates: string
  match: (keyword: string) => string | null
  /** The one row that is meant beyond doubt and comes first, whatever the ranking says. */
  exact?: { sql: string; key: (keyword: string) => string }
  weights: { relevance: number; popularity: number; freshness: number }
  selection: Selection<T>
  /** Where one record is selected from. */
  from: string
}

const freshDays = 45

const posts = (columns: string | undefined, weights: Ranking<Post>['weights'], bm25: string): Ranking<Post> => ({
  candidates: `SELECT t.rowid AS rank, p.pk, bm25(post_terms, ${bm25}) AS relevance, p.plays AS popularity, p.created_at AS at
    FROM post_terms t JOIN post_ranks r ON r.rank = t.rowid JOIN posts p ON p.pk = r.post_pk
    WHERE post_terms MATCH ? AND t.rowid > ? ORDER BY t.rowid LIMIT ?`,
  match: (keyword) => matchQuery(keyword, columns === undefined ? {} : { columns }),
  weights,
  selection: select.posts,
  from: `posts p ${select.postJoins} WHERE p.pk`
})

/** Top results look at everything a post carries and lean on popularity. */
const top = posts(undefined, { relevance: 0.35, popularity: 0.5, freshness: 0.15 }, '4, 6, 8, 2')
/** Video search looks at what the post itself says and leans on relevance. */
const videos = posts('caption hashtags', { relevance: 0.6, popularity: 0.25, freshness: 0.15 }, '5, 6, 0, 0')

const users: Ranking<UserProfile> = {
  candidates: `SELECT t.rowid AS rank, u.pk, bm25(user_terms, 10, 8, 1) AS relevance, u.followers AS popularity, 0 AS at
    FROM user_terms t JOIN user_ranks r ON r.rank = t.rowid JOIN users u ON u.pk = r.user_pk
    WHERE user_terms MATCH ? AND t.rowid > ? ORDER BY t.rowid LIMIT ?`,
  match: (keyword) => matchQuery(keyword, { prefix: true }),
  // Whoever types a whole handle means its owner, not a more popular namesake.
  exact: { sql: 'SELECT pk FROM users WHERE handle = ?', key: (keyword) => keyword.replace(/^@/, '').toLowerCase() },
  weights: { relevance: 0.5, popularity: 0.5, freshness: 0 },
  selection: select.users,
  from: 'users u WHERE u.pk'
}

const live: Ranking<LiveSearchResult> = {
  candidates: `SELECT t.rowid AS rank, l.pk, bm25(live_terms, 5, 5) AS relevance, l.viewer_count AS popularity, 0 AS at
    FROM live_terms t JOIN live_ranks r ON r.rank = t.rowid JOIN live_rooms l ON l.pk = r.room_pk
    WHERE live_terms MATCH ? AND t.rowid > ? AND l.status = ${liveStatuses.live} ORDER BY t.rowid LIMIT ?`,
  match: (keyword) => matchQuery(keyword, { prefix: true }),
  weights: { relevance: 0.5, popularity: 0.5, freshness: 0 },
  selection: select.liveSearchResults,
  from: `live_rooms l ${select.liveJoins} WHERE l.pk`
}

const rankWindow = (candidates: Candidate[], weights: Ranking<unknown>['weights'], moment: number): Candidate[] => {
  const bestRelevance = Math.max(...candidates.map((c) => -c.relevance), Number.MIN_VALUE)
  const mostPopular = Math.max(...candidates.map((c) => Math.log1p(c.popularity)), 1)
  const score = (c: Candidate) => {
    const ageDays = Math.max(0, moment - c.at) / 86_400
    return (
      weights.relevance * (-c.relevance / bestRelevance) +
      weights.popularity * (Math.log1p(c.popularity) / mostPopular) +
      weights.freshness * (freshDays / (freshDays + ageDays))
    )
  }
  const scores = new Map(candidates.map((c) => [c, score(c)]))
  return candidates.sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a.rank - b.rank)
}

export const rankedSearches = (db: Database) => {
  const search = <T>(ranking: Ranking<T>) => {
    const list = listingsByKey(db, ranking.selection, ranking.from)
    return (keyword: string, { count, after }: PageRequest): Listing<T> => {
      const match = ranking.match(keyword)
      const start = after === null ? [Math.floor(db.now() / 1000), 0, 0] : readPosition(after, 3)
      const [moment = 0] = start
      let [, window = 0, shown = 0] = start
      const exact = ranking.exact && db.query(ranking.exact.sql).get(ranking.exact.key(keyword))?.pk
      const found: { pk: number; position: string }[] = []
      if (exact !== undefined && after === null) found.push({ pk: Number(exact), position: `${moment}.0.0` })
      // One more than asked for tells whether there is a next page.
      while (match !== null && found.length <= count) {
        // The statement's columns are exactly those of Candidate.
        const candidates = db.query(ranking.candidates).all(match, window, windowSize) as Candidate[]
        const lastRank = candidates.at(-1)?.rank ?? 0
        const ranked = rankWindow(candidates, ranking.weights, moment).filter(({ pk }) => pk !== exact)
        for (const candidate of ranked.slice(shown, shown + count + 1 - found.length)) {
          shown += 1
          found.push({ pk: candidate.pk, position: `${moment}.${window}.${shown}` })
        }
        if (found.length > count || candidates.length < windowSize) break
        window = lastRank
        shown = 0
      }
      const page = found.slice(0, count)
      const positions = page.map(({ position }) => position)
      const next = found.length > count ? (positions.at(-1) ?? null) : null
      return list(
        page.map(({ pk }) => pk),
        { positions, next, total: null }
      )
    }
  }
  return {
    searchTop: search(top),
    searchVideos: search(videos),
    searchUsers: search(users),
    searchLive: search(live)
  }
}
