import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatorScorecard } from '../src/records/creator-scorecard.ts'
import { examples } from '../src/services/examples.ts'
import { startFacade } from './chain.ts'
import { command } from './command.ts'
import { startServer, type TestServer } from './server.ts'
import { importUntold, untoldIds } from './untold.ts'

type Card = { scores: Record<string, number>; intelligence: { lacked: string[] | null } }
type Told = { followersCount: number; untold: string[] | null; scorecard: Card }
const query = `query ($username: String!) { user(by: { username: $username }) { followersCount untold scorecard {
  scores { engagementRate engagementPercentile postingConsistency nicheConcentration followerGrowthScore creatorAuthorityScore }
  intelligence { lacked } } } }`

const ask = async (server: TestServer, username: string): Promise<Told> => {
  const { data, errors } = await server.query<{ user: Told }>(query, { username })
  expect(errors).toBe(undefined)
  if (data == null) throw new Error('there is an answer')
  return data.user
}

describe('what no feed told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-untold-'))
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ dataset: await importUntold(folder) })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  test('is nothing where all was told', async () => {
    const { untold, scorecard } = await ask(server, 'whole')
    expect(untold).toEqual([])
    expect(scorecard.intelligence.lacked).toEqual([])
    expect(scorecard.scores.followerGrowthScore).toBe(69)
  })

  test('is named beside the numbers that stand in for it', async () => {
    const { followersCount, untold, scorecard } = await ask(server, 'partly')
    expect(followersCount).toBe(0)
    expect(untold).toEqual(['FOLLOWERS'])
    expect(scorecard.intelligence.lacked).toEqual(['FOLLOWERS', 'LIKES', 'SHARES'])
  })

  test('is left out of scores: the other parts weigh as much more', async () => {
    const { scorecard } = await ask(server, 'partly')
    const whole = (await ask(server, 'whole')).scorecard.scores
    const { engagementPercentile = 0, postingConsistency = 0, nicheConcentration = 0, ...scores } = scorecard.scores
    // Eleven posts tell plays and likes; of one of them five shares are missing.
    expect(scores.engagementRate).toBeCloseTo((10 * 0.06 + 0.055) / 11, 6)
    expect(scores.followerGrowthScore).toBe(0)
    const weighed = 40 * engagementPercentile + 25 * postingConsistency + 20 * nicheConcentration
    expect(scores.creatorAuthorityScore).toBe(Math.round(weighed / 85))
    expect(whole.creatorAuthorityScore).toBe(
      Math.round(
        (40 * (whole.engagementPercentile ?? 0) +
          25 * (whole.postingConsistency ?? 0) +
          20 * (whole.nicheConcentration ?? 0) +
          15 * (whole.followerGrowthScore ?? 0)) /
          100
      )
    )
  })

  test('may be nearly all, and what is known still makes a score', async () => {
    const { untold, scorecard } = await ask(server, 'hardly')
    const ofUser = ['DISPLAY_NAME', 'FOLLOWERS', 'FOLLOWING', 'TOTAL_LIKES', 'TOTAL_VIDEOS', 'VERIFIED', 'IS_PRIVATE']
    expect(untold).toEqual(ofUser)
    expect(scorecard.intelligence.lacked?.toSorted()).toEqual(
      [...ofUser.filter((field) => field !== 'IS_PRIVATE'), 'PLAYS'].toSorted()
    )
    const { postingConsistency = 0, nicheConcentration = 0, ...scores } = scorecard.scores
    expect(scores).toMatchObject({ engagementRate: 0, engagementPercentile: 0, followerGrowthScore: 0 })
    expect(scores.creatorAuthorityScore).toBe(Math.round((25 * postingConsistency + 20 * nicheConcentration) / 45))
  })

  test('of a post, its sound and its place is named beside them, in lists and by id', async () => {
    const { data, errors } = await server.query<{
      user: { posts: { nodes: { postId: string; likes: number; untold: string[] }[] } }
      post: { id: string; sound: { postsCount: number; isCopyrighted: boolean; untold: string[] } }
      place: { countryCode: null; untold: string[] }
      node: { untold: string[] }
    }>(
      `query ($sound: ID!, $place: ID!, $likes: ID!, $plays: ID!) {
        user(by: { username: "partly" }) { posts(first: 12) { nodes { postId likes untold } } }
        post(by: { postId: $likes }) { id sound { postsCount isCopyrighted untold } }
        sound(soundId: $sound) { untold }
        place(placeId: $place) { countryCode untold }
        unplayed: post(by: { postId: $plays }) { plays untold }
      }`,
      {
        ...{ sound: untoldIds.sound, place: untoldIds.place },
        ...{ likes: untoldIds.withoutLikes, plays: untoldIds.withoutPlays }
      }
    )
    expect(errors).toBe(undefined)
    const never = ['SAVES', 'REPOSTS', 'DURATION_SECONDS', 'VIDEO_HEIGHT', 'VIDEO_WIDTH']
    const posts = new Map(data?.user.posts.nodes.map((post) => [post.postId, post]))
    expect(posts.get(untoldIds.withoutLikes)).toMatchObject({ likes: 0, untold: ['IS_AD', 'LIKES', ...never] })
    expect(posts.get(untoldIds.withoutShares)).toMatchObject({ likes: 50, untold: ['IS_AD', 'SHARES', ...never] })
    const ofSound = ['AUTHOR', 'DURATION_SECONDS', 'IS_ORIGINAL', 'IS_COPYRIGHTED', 'POSTS_COUNT']
    expect(data).toMatchObject({
      post: { sound: { postsCount: 12, isCopyrighted: false, untold: ofSound } },
      sound: { untold: ofSound },
      place: { countryCode: null, untold: ['POSTS_COUNT'] },
      unplayed: { plays: 0, untold: ['IS_AD', 'PLAYS', ...never] }
    })
    const id = data?.post.id
    const found = await server.query<{ node: { untold: string[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Post { untold } } }',
      { id }
    )
    expect(found.data?.node).toEqual({ untold: ['IS_AD', 'LIKES', ...never] })
  })

  test('stays untold through a whole export and its import', async () => {
    const [lines, path] = [join(folder, 'all.ndjson'), join(folder, 'copy.db')]
    expect(
      (await command(['export', 'all', '--from', `sqlite:${join(folder, 'untold.db')}`, '--out', lines])).code
    ).toBe(0)
    expect((await command(['import', lines, '--into', path])).code).toBe(0)
    const copy = await startServer({ dataset: path })
    const whole = `query { users(usernames: ["whole", "partly", "hardly"]) { untold posts(first: 12) { nodes {
      untold sound { untold } } } scorecard { intelligence { lacked } } } }`
    const answers = [await server.query(whole), await copy.query(whole)]
    expect(answers[0]?.errors).toBe(undefined)
    expect(JSON.stringify(answers[1]?.data)).toBe(JSON.stringify(answers[0]?.data))
    await copy.close()
  })

  test('changes nothing of the form that REST has', async () => {
    const { body } = await server.get<CreatorScorecard>('/api/v1/intelligence/creator/hardly')
    const whole = await server.get<CreatorScorecard>('/api/v1/intelligence/creator/whole')
    const forms = [body, whole.body].map(({ data }) =>
      Object.entries(data).map(([name, part]) => [name, Object.keys(part)])
    )
    expect(forms[0]).toEqual(forms[1])
    expect(body.data.audience.followers).toBe(0)
    expect(body.data.scores.creator_authority_score).toBe(
      (await ask(server, 'hardly')).scorecard.scores.creatorAuthorityScore
    )
  })

  test('cannot be known of another deployment, which tells numbers alone', async () => {
    const facade = await startFacade(server.url)
    const { untold, scorecard } = await ask(facade, 'partly')
    expect([untold, scorecard.intelligence.lacked]).toEqual([null, null])
    const { data } = await facade.query(
      `{ post(by: { postId: "${untoldIds.withoutLikes}" }) { likes untold sound { untold } } place(placeId: "${untoldIds.place}") { untold } }`
    )
    expect(data).toEqual({ post: { likes: 0, untold: null, sound: { untold: null } }, place: { untold: null } })
    await facade.close()
  })
})

test('of data that were made up all is known', async () => {
  const server = await startServer()
  const { untold, scorecard } = await ask(server, examples.username)
  expect([untold, scorecard.intelligence.lacked]).toEqual([[], []])
  const { data } = await server.query(
    `{ post(by: { postId: "${examples.postId}" }) { untold sound { untold } } place(placeId: "${examples.placeId}") { untold } }`
  )
  expect(data).toEqual({ post: { untold: [], sound: { untold: [] } }, place: { untold: [] } })
  await server.close()
})
