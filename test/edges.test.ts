import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases } from './cases.ts'
import { startDeployment, startFacade } from './chain.ts'
import { row, rows } from './dataset.ts'
import type { TestServer } from './server.ts'

/** What stands on edges and in rankings besides the things themselves. */

let deployment: TestServer
let facade: TestServer
beforeAll(async () => {
  deployment = await startDeployment()
  facade = await startFacade(deployment.url)
})
afterAll(async () => {
  await facade.close()
  await deployment.close()
})

const dataOf = async <T>(server: TestServer, query: string): Promise<T> => {
  const { data, errors } = await server.query<T>(query)
  expect(errors).toBe(undefined)
  if (data == null) throw new Error('there is an answer')
  return data
}

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()
const pkOf = (username: string) =>
  row<{ pk: number }>('SELECT pk FROM users WHERE handle = ?', username.toLowerCase()).pk

describe('edges say when what they stand for came about', () => {
  test('followers followed', async () => {
    const username = cases.followedUser()
    const query = `{ user(by: { username: "${username}" }) { followers(first: 100) { edges { followedAt node { userId } } } } }`
    const { user } = await dataOf<{ user: { followers: { edges: object[] } } }>(deployment, query)
    const expected = rows<{ page_time: number; user_id: string }>(
      'SELECT f.page_time, u.user_id FROM followers f JOIN users u ON u.pk = f.follower_pk WHERE f.user_pk = ? ORDER BY f.page_time DESC LIMIT 100',
      pkOf(username)
    )
    expect(user.followers.edges).toEqual(
      expected.map(({ page_time, user_id }) => ({ followedAt: iso(page_time), node: { userId: user_id } }))
    )
  })

  test('creators were followed, the latest first', async () => {
    const { username, pk } = row<{ username: string; pk: number }>(
      'SELECT u.username, u.pk FROM followers f JOIN users u ON u.pk = f.follower_pk WHERE u.is_private = 0 GROUP BY u.pk ORDER BY count(*) DESC LIMIT 1'
    )
    const query = `{ user(by: { username: "${username}" }) { following(first: 100) { edges { followedAt node { userId } } } } }`
    const { user } = await dataOf<{ user: { following: { edges: object[] } } }>(deployment, query)
    const expected = rows<{ followed_at: number; user_id: string }>(
      `SELECT f.followed_at, u.user_id FROM followers f JOIN users u ON u.pk = f.user_pk
       WHERE f.follower_pk = ? AND u.is_private = 0 ORDER BY f.followed_at DESC, f.user_pk DESC LIMIT 100`,
      pk
    )
    expect(expected.length).toBeGreaterThan(5)
    expect(user.following.edges).toEqual(
      expected.map(({ followed_at, user_id }) => ({ followedAt: iso(followed_at), node: { userId: user_id } }))
    )
    const { data, errors } = await facade.query(
      `{ user(by: { username: "${username}" }) { following { nodes { id } } } }`
    )
    expect(data).toEqual({ user: { following: null } })
    expect(errors).toMatchObject([{ path: ['user', 'following'], extensions: { code: 'UNSUPPORTED' } }])
  })

  test('posts were reposted', async () => {
    const username = cases.reposter()
    const query = `{ user(by: { username: "${username}" }) { reposts(first: 100) { edges { repostedAt node { postId } } } } }`
    const { user } = await dataOf<{ user: { reposts: { edges: object[] } } }>(deployment, query)
    const expected = rows<{ reposted_at: number; post_id: string }>(
      'SELECT r.reposted_at, p.post_id FROM reposts r JOIN posts p ON p.pk = r.post_pk WHERE r.user_pk = ? ORDER BY r.reposted_at DESC, r.id_order DESC, r.post_pk DESC LIMIT 100',
      pkOf(username)
    )
    expect(user.reposts.edges).toEqual(
      expected.map(({ reposted_at, post_id }) => ({ repostedAt: iso(reposted_at), node: { postId: post_id } }))
    )
  })

  test('and are null over another deployment, which does not say it', async () => {
    const query = `{ a: user(by: { username: "${cases.followedUser()}" }) { followers(first: 2) { edges { followedAt } } }
      b: user(by: { username: "${cases.reposter()}" }) { reposts(first: 2) { edges { repostedAt } } } }`
    expect(await dataOf(facade, query)).toEqual({
      a: { followers: { edges: [{ followedAt: null }, { followedAt: null }] } },
      b: { reposts: { edges: [{ repostedAt: null }, { repostedAt: null }] } }
    })
  })
})

test.each(['POST', 'SOUND', 'HASHTAG', 'CREATOR'])('a ranking has its things without their edges: %s', async (kind) => {
  const { trending } = await dataOf<{ trending: { nodes: object[]; edges: { node: object }[] } }>(
    deployment,
    `{ trending(kind: ${kind}, window: MONTH, first: 5) { nodes { __typename ... on Node { id } } edges { node { __typename ... on Node { id } } } } }`
  )
  expect(trending.nodes.length).toBeGreaterThan(0)
  expect(trending.nodes).toEqual(trending.edges.map(({ node }) => node))
})

test('zero is the beginning of a list in REST alone', async () => {
  for (const list of ['posts(after: "0")', 'trending(kind: POST, after: "0")', 'soundLibrary(after: "0")']) {
    const { errors } = await deployment.query(`{ ${list} { pageInfo { hasNextPage } } }`)
    expect(errors?.map(({ extensions }) => [extensions?.code, extensions?.details?.param])).toEqual([
      ['INVALID_PARAM', 'after']
    ])
  }
})

test('ids over another deployment are of handles, which is all that posts say of their authors there', async () => {
  const username = cases.busyUser()
  const query = `{ user(by: { username: "${username}" }) { id posts(first: 1) { nodes { author { id } } } } }`
  type Creator = { user: { id: string; posts: { nodes: { author: { id: string } }[] } } }
  const there = await dataOf<Creator>(facade, query)
  const here = await dataOf<Creator>(deployment, query)
  for (const { user } of [there, here]) expect(user.posts.nodes).toEqual([{ author: { id: user.id } }])
  expect(await dataOf(facade, `{ node(id: "${there.user.id}") { id } }`)).toEqual({ node: { id: there.user.id } })
  // Ids of the one are nobody's at the other.
  for (const [server, id] of [
    [facade, here.user.id],
    [deployment, there.user.id]
  ] as const) {
    expect(await dataOf(server, `{ nodes(ids: ["${id}"]) { id } }`)).toEqual({ nodes: [null] })
  }
})
