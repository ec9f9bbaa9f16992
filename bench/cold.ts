import { DatabaseSync } from 'node:sqlite'

/** What cold reads ask for: so many different things that none is still in the cache when it is asked for again. */
export type ColdKeys = {
  /** Of all creators. */
  handles: readonly string[]
  ids: readonly string[]
  /** Of creators whose lists are not private. */
  open: readonly string[]
  /** Ids of posts from all over the data set. */
  posts: readonly string[]
  /** First pages, of 20 posts on average. */
  pages: readonly { handle: string; count: number }[]
  /** Keywords that find twenty posts, and rows of twenty posts that hold the keyword. */
  searches: readonly { keyword: string; posts: readonly number[] }[]
}

/** How large the data set of cold reads is. */
export const coldSize = { users: 10_000, posts: 200_000 }

const pageSizes = Array.from({ length: 19 }, (_, index) => 11 + index)
const results = 20

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/**
 * All of them, each once, in steps of the golden ratio: every stretch is like the whole. In their own order pages grow from 11 posts to 29, and what
 * a server takes would depend on when its turn comes.
 */
export const mixed = <T>(all: readonly T[]): readonly T[] => {
  let step = Math.round(all.length * 0.618)
  while (commonDivisor(step, all.length) !== 1) step += 1
  return all.map((_, index) => all[(index * step) % all.length] as T)
}

export const coldKeys = (path: string): ColdKeys => {
  const db = new DatabaseSync(path, { readOnly: true })
  const texts = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map(({ text }) => String(text))
  const open = 'FROM users WHERE is_private = 0'
  const withPages = texts(
    `SELECT handle AS text ${open} AND pk IN (SELECT author_pk FROM posts GROUP BY author_pk HAVING count(*) >= 30)`
  )
  const top = db.prepare(`SELECT h.post_pk AS pk FROM hashtag_posts h WHERE h.hashtag_pk = ? LIMIT ${results}`)
  const tags = db
    .prepare(
      `SELECT pk, name FROM hashtags WHERE name IS NOT NULL
       AND pk IN (SELECT hashtag_pk FROM hashtag_posts GROUP BY hashtag_pk HAVING count(*) >= ${results})`
    )
    .all()
  const keys = {
    handles: texts('SELECT handle AS text FROM users ORDER BY pk'),
    ids: texts('SELECT user_id AS text FROM users ORDER BY pk'),
    open: texts(`SELECT handle AS text ${open} ORDER BY pk`),
    posts: mixed(texts('SELECT post_id AS text FROM posts WHERE pk % 2 = 0 ORDER BY pk')),
    pages: pageSizes.flatMap((count) => withPages.map((handle) => ({ handle, count }))),
    searches: tags.map(({ pk, name }) => ({
      keyword: String(name),
      posts: top.all(pk ?? null).map((row) => Number(row.pk))
    }))
  }
  db.close()
  return keys
}
