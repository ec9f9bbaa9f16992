import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { startServer } from '../../server.ts'
import { asked, type Engine } from '../engine.ts'
import type { Kind } from '../world.ts'

const paths: { readonly [K in Kind]: string } = {
  top: '',
  videos: '/videos',
  users: '/users',
  live: '/live',
  suggestions: '/suggest'
}
const feeds = { top: 'searchTop', videos: 'searchVideos', users: 'searchUsers', live: 'searchLive' } as const

type Found = string | { post_id?: string; username?: string; room_id?: string }
const idOf = (found: Found): string =>
  typeof found === 'string' ? found : (found.post_id ?? found.username ?? found.room_id ?? '')

/** Tables of records, and the indexes on them; all others are for searching. */
const recordTables =
  `users user_variants sounds places hashtags posts hashtag_posts reposts followers follower_counts collections
  collection_posts all_live_rooms effects sqlite_stat1 sqlite_stat4 sqlite_schema`.split(/\s+/)

const searchBytes = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true })
  const rows = db
    .prepare(
      `SELECT sum(d.pgsize) AS bytes FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name
       WHERE coalesce(s.tbl_name, d.name) NOT IN (SELECT value FROM json_each(?))`
    )
    .get(JSON.stringify(recordTables))
  db.close()
  return Number(rows?.bytes)
}

/** What is found is what the server answers over REST; what is timed is the source alone, which reads the records it finds as well. */
export const clipgraph = async (path: string, buildMs: number): Promise<Engine> => {
  const server = await startServer({ dataset: path })
  const source = openSqlite({ path, mediaBase: () => 'http://media.example' })
  const { signal } = new AbortController()
  return {
    name: 'clipgraph',
    buildMs,
    size: { mb: searchBytes(path) / 1e6, in: 'file' },
    async find(kind, query) {
      const count = kind === 'suggestions' ? '' : `&count=${asked}`
      const { status, body } = await server.get<Found[]>(
        `/api/v1/search${paths[kind]}?keyword=${encodeURIComponent(query)}${count}`
      )
      if (status !== 200) throw new Error(`${kind} ${query}: ${status} ${body.error?.message}`)
      return body.data.map(idOf)
    },
    timed: (kind, query) =>
      kind === 'suggestions'
        ? source.lookUp('suggestions', [query], signal)
        : source.page(feeds[kind], query, { count: asked, after: null }, signal),
    async close() {
      await source.close()
      await server.close()
    }
  }
}
