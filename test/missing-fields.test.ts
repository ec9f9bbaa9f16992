import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatorScorecard } from '../src/records/creator-scorecard.ts'
import { examples } from '../src/services/examples.ts'
import { startFacade } from './chain.ts'
import { command } from './command.ts'
import { idsWithMissingFields, importWithMissingFields } from './missing-fields.ts'
import { startServer, type TestServer } from './server.ts'

type Card = { scores: Record<string, number>; intelligence: { missingInputs: string[] | null } }
type Told = { followersCount: number; missingFields: string[] | null; scorecard: Card }
const query = `query ($username: String!) { user(by: { username: $username }) { followersCount missingFields scorecard {
  scores { engagementRate engagementPercentile postingConsistency nicheConcentration followerGrowthScore creatorAuthorityScore }
  intelligence { missingInputs } } } }`

const ask = async (server: TestServer, username: string): Promise<Told> => {
  const { data, errors } = await server.query<{ user: Told }>(query, { username })
  expect(errors).toBe(undefined)
  if (data == null) throw new Error('there is an answer')
  return data.user
}

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
    expect(missingFields).toEqual([])
    expect(scorecard.intelligence.missingInputs).toEqual([])
    expect(scorecard.scores.followerGrowthScore).toBe(69)
  })

  test('are named, and show numbers that stand in for them', async () => {
    const { followersCount, missingFields, scorecard } = await ask(server, 'partly')
    expect(followersCount).toBe(0)
    expect(missingFields).toEqual(['FOLLOWERS'])
    expect(scorecard.intelligence.missingInputs).toEqual(['FOLLOWERS', 'LIKES', 'SHARES'])
  })

  test('do not count in scores: the other parts weigh more instead', async () => {
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

  test('may be nearly all of them, and the rest still makes a score', async () => {
    const { missingFields, scorecard } = await ask(server, 'hardly')
    const ofUser = ['DISPLAY_NAME', 'FOLLOWERS', 'FOLLOWING', 'TOTAL_LIKES', 'TOTAL_VIDEOS', 'VERIFIED', 'IS_PRIVATE']
    expect(missingFields).toEqual(ofUser)
    expect(scorecard.intelligence.missingInputs?.toSorted()).toEqual(
      [...ofUser.filter((field) => field !== 'IS_PRIVATE'), 'PLAYS'].toSorted()
    )
    const { postingConsistency = 0, nicheConcentration = 0, ...scores } = scorecard.scores
    expect(scores).toMatchObject({ engagementRate: 0, engagementPercentile: 0, followerGrowthScore: 0 })
    expect(scores.creatorAuthorityScore).toBe(Math.round((25 * postingConsistency + 20 * nicheConcentration) / 45))
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
      liveRoom: { likeCount: 0, viewerCount: 7, missingFields: ['TITLE', 'LIKE_COUNT'] },
      effect: { userCount: 0, missingFields: ['PUBLISH_TIME', 'USER_COUNT'] },
      search: { live: { nodes: [{ missingFields: ['TITLE', 'LIKE_COUNT'] }] } }
    })
  })

  test('are named for posts, sounds and places too, in lists and by id', async () => {
    const { data, errors } = await server.query<{
      user: { posts: { nodes: { postId: string; likes: number; missingFields: string[] }[] } }
      post: { id: string; sound: { postsCount: number; isCopyrighted: boolean; missingFields: string[] } }
      place: { countryCode: null; missingFields: string[] }
      node: { missingFields: string[] }
    }>(
      `query ($sound: ID!, $place: ID!, $likes: ID!, $plays: ID!) {
        user(by: { username: "partly" }) { posts(first: 12) { nodes { postId likes missingFields } } }
        post(by: { postId: $likes }) { id sound { postsCount isCopyrighted missingFields } }
        sound(soundId: $sound) { missingFields }
        place(placeId: $place) { countryCode missingFields }
        unplayed: post(by: { postId: $plays }) { plays missingFields }
      }`,
      {
        ...{ sound: idsWithMissingFields.sound, place: idsWithMissingFields.place },
        ...{ likes: idsWithMissingFields.withoutLikes, plays: idsWithMissingFields.withoutPlays }
      }
    )
    expect(errors).toBe(undefined)
    const never = ['SAVES', 'REPOSTS', 'DURATION_SECONDS', 'VIDEO_HEIGHT', 'VIDEO_WIDTH', 'SHARE_URL']
    const posts = new Map(data?.user.posts.nodes.map((post) => [post.postId, post]))
    expect(posts.get(idsWithMissingFields.withoutLikes)).toMatchObject({
      likes: 0,
      missingFields: ['IS_AD', 'LIKES', ...never]
    })
    expect(posts.get(idsWithMissingFields.withoutShares)).toMatchObject({
      likes: 50,
      missingFields: ['IS_AD', 'SHARES', ...never]
    })
    const ofSound = ['AUTHOR', 'DURATION_SECONDS', 'IS_ORIGINAL', 'IS_COPYRIGHTED', 'POSTS_COUNT']
    expect(data).toMatchObject({
      post: { sound: { postsCount: 12, isCopyrighted: false, missingFields: ofSound } },
      sound: { missingFields: ofSound },
      place: { countryCode: null, missingFields: ['POSTS_COUNT'] },
      unplayed: { plays: 0, missingFields: ['IS_AD', 'PLAYS', ...never] }
    })
    const id = data?.post.id
    const found = await server.query<{ node: { missingFields: string[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Post { missingFields } } }',
      { id }
    )
    expect(found.data?.node).toEqual({ missingFields: ['IS_AD', 'LIKES', ...never] })
  })

  test('are given under their former names as well, for one release', async () => {
    const { data, errors } = await server.query<{ user: Record<string, unknown> }>(
      `{ user(by: { username: "partly" }) {
        missingFields untold scorecard { intelligence { missingInputs lacked } } } }`
    )
    expect(errors).toBe(undefined)
    expect(data?.user).toEqual({
      ...{ missingFields: ['FOLLOWERS'], untold: ['FOLLOWERS'] },
      scorecard: {
        intelligence: { missingInputs: ['FOLLOWERS', 'LIKES', 'SHARES'], lacked: ['FOLLOWERS', 'LIKES', 'SHARES'] }
      }
    })
  })

  test('stay missing through a whole export and its import', async () => {
    const [lines, path] = [join(folder, 'all.ndjson'), join(folder, 'copy.db')]
    expect(
      (await command(['export', 'all', '--from', `sqlite:${join(folder, 'untold.db')}`, '--out', lines])).code
    ).toBe(0)
    expect((await command(['import', lines, '--into', path])).code).toBe(0)
    const copy = await startServer({ dataset: path })
    const whole = `query { users(usernames: ["whole", "partly", "hardly"]) { missingFields posts(first: 12) { nodes {
      missingFields sound { missingFields } } } scorecard { intelligence { missingInputs } } } }`
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
