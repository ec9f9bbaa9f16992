import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { changingFeed } from './changing-feed.ts'
import { commandAlone as command } from './command.ts'
import { isLeftOut } from './ignored-terms.ts'
import { createDatabase, hasNoPostgres } from './own-postgres.ts'
import { hasRedisServer, startRedis } from './own-redis.ts'
import { serve } from './served.ts'
import { testKey } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = readFileSync(join(import.meta.dirname, '../docs/postgresql.md'), 'utf8')
const hasNoRedis = isLeftOut(hasRedisServer(), 'commands of docs/postgresql.md, as there is no redis-server')

/** The lines of the first example, with a database, a Redis and a folder of our own in place of those it names. */
const linesWith = (places: Readonly<Record<string, string>>): string[] => {
  const block = /```sh\n(.*?)```/s.exec(page)?.[1] ?? ''
  const lines = block
    .replace(/ +#.*$/gm, '')
    .trim()
    .split('\n')
  return lines.map((line) =>
    Object.entries(places).reduce((text, [written, own]) => text.replaceAll(written, own), line)
  )
}

test.skipIf(hasNoPostgres || hasNoRedis)(
  'the commands of the page about PostgreSQL do what they say, in their order',
  async () => {
    const database = await createDatabase()
    const redis = await startRedis()
    const [feeds, out] = [join(folder, 'feeds'), join(folder, 'clips.db')]
    mkdirSync(feeds)
    writeFileSync(join(feeds, 'feed.json'), JSON.stringify(changingFeed(0, 700)))
    const lines = linesWith({
      'postgres://127.0.0.1/clips': database.url,
      'redis://127.0.0.1:6379': redis.url,
      'feeds/': feeds,
      'clips.db': out
    })
    expect(lines.shift()).toBe('createdb clips')
    const done: string[] = []
    for (const line of lines) {
      const [, settings = '', what = ''] = /^((?:\w+=\S+ )*)npm (?:run clipgraph -- )?(.+)$/.exec(line) ?? []
      const env = Object.fromEntries(
        settings
          .trim()
          .split(' ')
          .filter(Boolean)
          .map((pair) => pair.split(/=(.*)/s) as [string, string])
      )
      const [name = '', ...rest] = what.split(' ')
      done.push(name)
      if (name === 'start') {
        const server = await serve('', { ...env, GATEWAY_KEYS: testKey })
        const response = await fetch(`${server.url}/api/v1/posts?videoId=7000000000000000001`, {
          headers: { 'x-gateway-key': testKey }
        })
        expect(await response.json()).toMatchObject({ data: { post_id: '7000000000000000001' } })
        await server.stop()
        continue
      }
      // A key for clients is no matter of these commands, but doctor looks for one.
      const { code, stderr, stdout } = await command([name, ...rest], { env: { GATEWAY_KEYS: testKey, ...env } })
      expect({ line, code, stderr: code === 0 ? '' : stderr, stdout }).toMatchObject({ line, code: 0 })
    }
    expect(done).toEqual(['migrate', 'import', 'doctor', 'start', 'copy'])
    const db = new DatabaseSync(out, { readOnly: true })
    expect(db.prepare("SELECT count(*) AS posts FROM posts WHERE post_id = '7000000000000000001'").get()).toEqual({
      posts: 1
    })
    db.close()
    await redis.close()
    await database.close()
  }
)
