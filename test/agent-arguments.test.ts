import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { call, failureOf, overHttp } from './agent.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
let agent: Client
beforeAll(async () => {
  server = await startServer()
  agent = await overHttp(server.url)
})
afterAll(async () => {
  await agent.close()
  await server.close()
})

const things = {
  username: examples.username,
  videoId: examples.postId,
  soundId: examples.soundId,
  challengeId: examples.challengeId
}

test.each(Object.entries(things))('a history by %s refuses words that none of its arguments has', async (name, key) => {
  for (const argument of ['step', 'fill', 'from', 'to', 'days']) {
    const { code, details } = await failureOf(agent, 'get_history', { [name]: key, [argument]: 'NONSENSE' })
    expect([code, details.param]).toEqual(['INVALID_PARAM', argument])
  }
})

test.each(['soundId', 'challengeId'] as const)(
  'a history by %s refuses days, because it has no growth',
  async (name) => {
    const { details } = await failureOf(agent, 'get_history', { [name]: things[name], days: 7 })
    expect(details).toMatchObject({ param: 'days', reason: expect.stringContaining(name) })
  }
)

test('a null is the same as nothing, of any argument of any tool', async () => {
  const given = {
    get_history: { username: examples.username },
    find_trending: { kind: 'POST' },
    find_posts: {},
    find_creators: {},
    list_user_posts: { username: examples.username },
    search_videos: { keyword: examples.keyword }
  } as const
  const { tools } = await agent.listTools()
  for (const [name, needed] of Object.entries(given)) {
    const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
    const nulls = Object.fromEntries(Object.keys(properties).map((argument) => [argument, null]))
    const [plain, withNulls] = [await call(agent, name, needed), await call(agent, name, { ...nulls, ...needed })]
    expect(withNulls.content, name).toEqual(plain.content)
    if ('count' in properties) expect(withNulls.content.data, name).toHaveLength(10)
  }
})

test('true and false are no handle, in any tool that takes one', async () => {
  for (const name of ['find_posts', 'list_user_posts', 'get_history']) {
    const { code, details } = await failureOf(agent, name, { username: true })
    expect([code, details.param], name).toEqual(['INVALID_PARAM', 'username'])
  }
})
