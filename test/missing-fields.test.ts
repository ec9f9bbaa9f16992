import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatorScorecard } from '../src/records/creator-scorecard.ts'
import { examples } from '../src/services/examples.ts'
import { startFacade } from './chain.ts'
import { commandAlone as command } from './command.ts'
import { idsWithMissingFields, importWithMissingFields } from './missing-fields.ts'
import { startServer, type TestServer, testKey } from './server.ts'

type Card = { scores: Record<string, number | null>; intelligence: { missingInputs: string[] | null } }
type Profile = { followersCount: number | null; missingFields: string[] | null; scorecard: Card }
const query = `query ($username: String!) { user(by: { username: $username }) { followersCount missingFields scorecard {
  scores { engagementRate engagementPercentile postingConsistency nicheConcentration followerGrowthScore creatorAuthorityScore partnershipTier }
  intelligence { missingInputs } } } }`

const ask = async (server: TestServer, username: string): Promise<Profile> => {
  const { data, errors } = await server.query<{ user: Profile }>(query, { username })
  expect(errors).toBe(undefined)
  if (data == null) throw new Error('there is an answer')
  return data.user
}

/** Records of REST never say these. */
const origin = ['COUNTRY', 'LANGUAGE']
const ofAccounts = ['FOLLOWERS_LIST', 'FOLLOWING_LIST', 'REPOSTS_LIST', 'COLLECTIONS_LIST', ...origin]

describe('fields that no source has given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-untold-'))
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ dataset: await importWithMissingFields(folder) })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  test('are none where every field is known', async () => {
    const { missingFields, scorecard } = await ask(server, 'whole')
    expect(missingFields).toEqual(ofAccounts)
    expect(scorecard.intelligence.missingInputs).toEqual([])
    expect(scorecard.scores.followerGrowthScore).toBe(69)
  })

  test('are named, and null', async () => {
    const { followersCount, missingFields, scorecard } = await ask(server, 'partly')
    expect(followersCount).toBe(null)
    expect(missingFields).toEqual(['FOLLOWERS', ...ofAccounts])
    expect(scorecard.intelligence.missingInputs).toEqual(['FOLLOWERS', 'LIKES', 'SHARES'])
  })

  test.each([
    ['text/csv', '0'],
    ['text/csv; unknown=empty', ''],
    ['text/csv; escape=none', '0'],
    ['text/csv; escape=none; unknown=empty', ''],
    ['application/x-ndjson', 0],
    ['application/x-ndjson; unknown=empty', null]
  ])('%s: have the form that is asked for', async (accept, followers) => {
    const response = await fetch(`${server.url}/api/v1/search/users?keyword=partly`, {
      headers: { 'x-gateway-key': testKey, accept }
    })
    expect(response.headers.get('content-type')?.includes('unknown=empty')).toBe(accept.includes('unknown'))
    const [first = '', ...lines] = (await response.text()).split(/\r?\n/)
    const isCsv = accept.startsWith('text/csv')
    const column = first.split(',').indexOf('followers')
    const rows = isCsv ? lines.map((line) => line.split(',')[column]) : [JSON.parse(first).followers]
    expect(rows[0]).toBe(followers)
  })

  test('are open in a table that asks for it, also flags of others and what the data add up to', async () => {
    const first = async (path: string) => {
      const headers = { 'x-gateway-key': testKey, accept: 'application/x-ndjson; unknown=empty' }
      const text = await (await fetch(`${server.url}/api/v1${path}`, { headers })).text()
      return JSON.parse(text.split('\n')[0] ?? '')
    }
    expect(await first('/search/users?keyword=hardly')).toMatchObject({ total_likes: null, total_videos: null })
    expect(await first('/users/hardly/posts')).toMatchObject({ likes: 50, plays: null, author_verified: null })
    expect(await first('/users/partly/posts')).toMatchObject({ author_verified: false, sound_is_original: null })
  })

  test.each([
    ['zero', 0],
    ['empty', null]
  ])('export --unknown %s', async (form, followers) => {
    const { stdout } = await command([
      'export',
      'users',
      '--from',
      `sqlite:${join(folder, 'untold.db')}`,
      '--unknown',
      form
    ])
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.find(({ username }) => username === 'partly').followers).toBe(followers)
  })

  test('leave what is computed from them unknown, and nothing else', async () => {
    const { scorecard } = await ask(server, 'partly')
    const { engagementRate, engagementPercentile, ...scores } = scorecard.scores
    // Eleven posts tell plays and likes; one of them, of which the shares are missing, does not count.
    expect(engagementRate).toBeCloseTo(0.06, 6)
    expect(engagementPercentile).toBeGreaterThan(50)
    expect(scores).toEqual({
      ...{ postingConsistency: 100, nicheConcentration: 100 },
      ...{ followerGrowthScore: null, creatorAuthorityScore: null, partnershipTier: null }
    })
    const whole = (await ask(server, 'whole')).scorecard.scores
    expect(whole.creatorAuthorityScore).toBe(
      Math.round(
        (40 * (whole.engagementPercentile ?? 0) +
          25 * (whole.postingConsistency ?? 0) +
          20 * (whole.nicheConcentration ?? 0) +
          15 * (whole.followerGrowthScore ?? 0)) /
          100
      )
    )
    const rest = await server.get<CreatorScorecard>('/api/v1/intelligence/creator/partly')
    // REST has a number for it: the other parts weigh more instead.
    expect(rest.body.data.scores.follower_growth_score).toBe(0)
    expect(rest.body.data.scores.creator_authority_score).toBe(
      Math.round((40 * (engagementPercentile ?? 0) + 25 * 100 + 20 * 100) / 85)
    )
  })

  test('may be nearly all of them', async () => {
    const { missingFields, scorecard } = await ask(server, 'hardly')
    const ofUser = ['DISPLAY_NAME', 'FOLLOWERS', 'FOLLOWING', 'TOTAL_LIKES', 'TOTAL_VIDEOS', 'VERIFIED', 'IS_PRIVATE']
    expect(missingFields).toEqual([...ofUser, ...ofAccounts])
    expect(scorecard.intelligence.missingInputs?.toSorted()).toEqual(
      [...ofUser.filter((field) => field !== 'IS_PRIVATE'), 'PLAYS'].toSorted()
    )
    expect(scorecard.scores).toEqual({
      ...{ engagementRate: null, engagementPercentile: null, postingConsistency: 100, nicheConcentration: 100 },
      ...{ followerGrowthScore: null, creatorAuthorityScore: null, partnershipTier: null }
    })
  })

  test('are named for live rooms and effects', async () => {
    const { liveRoom, effect } = idsWithMissingFields
    const { data, errors } = await server.query(
      `query ($liveRoom: ID!, $effect: ID!) {
        liveRoom(roomId: $liveRoom) { likeCount viewerCount missingFields }
        effect(effectId: $effect) { userCount missingFields }
        search(keyword: "whole") { live { nodes { missingFields } } }
      }`,
      { liveRoom, effect }
    )
    expect(errors).toBe(undefined)
    expect(data).toMatchObject({
      liveRoom: { likeCount: null, viewerCount: 7, missingFields: ['TITLE', 'LIKE_COUNT'] },
      effect: { userCount: null, missingFields: ['PUBLISH_TIME', 'USER_COUNT'] },
      search: { live: { nodes: [{ missingFields: ['TITLE', 'LIKE_COUNT'] }] } }
    })
  })

  test('are named for posts, sounds and places too, in lists and by id', async () => {
    const { data, errors } = await server.query<{
      user: { posts: { nodes: { postId: string; likes: number | null; missingFields: string[] }[] } }
      post: { id: string; sound: { postsCount: number; isCopyrighted: null; missingFields: string[] } }
      place: { countryGeonamesId: null; missingFields: string[] }
      node: { missingFields: string[] }
    }>(
      `query ($sound: ID!, $place: ID!, $likes: ID!, $plays: ID!) {
        user(by: { username: "partly" }) { posts(first: 12) { nodes { postId likes missingFields } } }
        post(by: { postId: $likes }) { id sound { postsCount isCopyrighted missingFields } }
        sound(soundId: $sound) { missingFields }
        place(placeId: $place) { countryGeonamesId missingFields }
        unplayed: post(by: { postId: $plays }) { plays missingFields }
      }`,
      {
        ...{ sound: idsWithMissingFields.sound, place: idsWithMissingFields.place },
        ...{ likes: idsWithMissingFields.withoutLikes, plays: idsWithMissingFields.withoutPlays }
      }
    )
    expect(errors).toBe(undefined)
    const never = ['SAVES', 'REPOSTS', 'DURATION_SECONDS', 'VIDEO_HEIGHT', 'VIDEO_WIDTH', 'SHARE_URL', ...origin]
    const posts = new Map(data?.user.posts.nodes.map((post) => [post.postId, post]))
    expect(posts.get(idsWithMissingFields.withoutLikes)).toMatchObject({
      likes: null,
      missingFields: ['IS_AD', 'LIKES', ...never]
    })
    expect(posts.get(idsWithMissingFields.withoutShares)).toMatchObject({
      likes: 50,
      missingFields: ['IS_AD', 'SHARES', ...never]
    })
    const ofSound = ['AUTHOR', 'DURATION_SECONDS', 'IS_ORIGINAL', 'IS_COPYRIGHTED', 'POSTS_COUNT']
    expect(data).toMatchObject({
      post: { sound: { postsCount: 12, isCopyrighted: null, missingFields: ofSound } },
      sound: { missingFields: ofSound },
      place: { countryGeonamesId: null, missingFields: ['POSTS_COUNT'] },
      unplayed: { plays: null, missingFields: ['IS_AD', 'PLAYS', ...never] }
    })
    const id = data?.post.id
    const found = await server.query<{ node: { missingFields: string[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Post { missingFields } } }',
      { id }
    )
    expect(found.data?.node).toEqual({ missingFields: ['IS_AD', 'LIKES', ...never] })
  })

  test('changes nothing of the form that REST has', async () => {
    const { body } = await server.get<CreatorScorecard>('/api/v1/intelligence/creator/hardly')
    const whole = await server.get<CreatorScorecard>('/api/v1/intelligence/creator/whole')
    const forms = [body, whole.body].map(({ data }) =>
      Object.entries(data).map(([name, part]) => [name, Object.keys(part)])
    )
    expect(forms[0]).toEqual(forms[1])
    expect(body.data.audience.followers).toBe(0)
    // Of consistency and niche.
    expect(body.data.scores).toMatchObject({ creator_authority_score: 100, partnership_tier: 'tier_1' })
  })

  test('cannot be known of another deployment, which tells numbers alone', async () => {
    const facade = await startFacade(server.url)
    const { missingFields, scorecard } = await ask(facade, 'partly')
    expect([missingFields, scorecard.intelligence.missingInputs]).toEqual([null, null])
    const { data } = await facade.query(
      `{ post(by: { postId: "${idsWithMissingFields.withoutLikes}" }) { likes missingFields sound { missingFields } } place(placeId: "${idsWithMissingFields.place}") { missingFields } }`
    )
    expect(data).toEqual({
      post: { likes: 0, missingFields: null, sound: { missingFields: null } },
      place: { missingFields: null }
    })
    await facade.close()
  })
})

test('of data that were made up all is known', async () => {
  const server = await startServer()
  const { missingFields, scorecard } = await ask(server, examples.username)
  expect([missingFields, scorecard.intelligence.missingInputs]).toEqual([[], []])
  const { data } = await server.query(
    `{ post(by: { postId: "${examples.postId}" }) { missingFields sound { missingFields } } place(placeId: "${examples.placeId}") { missingFields } }`
  )
  expect(data).toEqual({ post: { missingFields: [], sound: { missingFields: [] } }, place: { missingFields: [] } })
  await server.close()
})
