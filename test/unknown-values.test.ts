import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getNullableType, isLeafType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { Post } from '../src/records/post.ts'
import { isSemanticNonNull } from '../src/surfaces/graphql/schema/nullability.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { overHttp } from './agent.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-unknown-values-'))
const dataset = join(folder, 'data.db')
afterAll(() => rmSync(folder, { recursive: true }))

const ids = {
  post: '6907228749872200100',
  sound: '6900000000000000001',
  place: '22535796481123456',
  room: '7300000000000000001',
  effect: '1300000000000000001',
  collection: '7400000000000000001'
}
/** Of one account, post, sound, place, room, effect and collection nothing is known but that they are there, and how often the post was played. */
const bare = [
  {
    ...{ id: ids.post, createTime: 1_608_214_517, playCount: 10, scrapedAt: '2026-06-10T00:00:00Z' },
    ...{ authorMeta: { id: '1001', name: 'bare' } },
    ...{ musicMeta: { musicId: ids.sound }, locationMeta: { locationId: ids.place } }
  },
  { room_id: ids.room, status: 2, streamer: { username: 'bare' } },
  { effect_id: ids.effect, name: 'Sparkle' },
  { collection_id: ids.collection }
]
const counts = { playCount: 5, diggCount: 0, commentCount: 0, shareCount: 0, collectCount: 0, repostCount: 0 }
const totals = { fans: 1, following: 1, heart: 1, video: 1, verified: false, privateAccount: false, nickName: 'Zero' }
/** Of another even its plays are unknown. */
const unplayed = {
  id: '6907228749872200102',
  createTime: 1_577_836_800,
  commentCount: 3,
  authorMeta: { id: '1003', name: 'unplayed' }
}
/** Of another everything is known: of the post it is 0. */
const zero = {
  ...{
    id: '6907228749872200101',
    createTime: 1_608_214_518,
    isAd: false,
    videoMeta: { duration: 0, height: 0, width: 0 }
  },
  ...{ authorMeta: { id: '1002', name: 'zero', ...totals }, ...counts }
}

/** Fields of a type that take no argument and have no fields of their own. */
const leavesOf = (type: string) => {
  const object = schema.getType(type)
  if (!isObjectType(object)) throw new Error(`${type} is no object type`)
  return Object.values(object.getFields()).filter(
    ({ args, type }) => args.length === 0 && isLeafType(getNullableType(type))
  )
}
const selectionOf = (type: string) =>
  leavesOf(type)
    .map(({ name }) => name)
    .join(' ')

/** What is known of each all the same; everything else that may be null must be. */
const known: Readonly<Record<string, Record<string, unknown>>> = {
  User: {},
  Post: { postId: ids.post, plays: 10, shareUrl: `https://www.tiktok.com/@bare/video/${ids.post}` },
  Sound: { soundId: ids.sound, postsCount: 1 },
  Place: { postsCount: 1 },
  LiveRoom: { status: 'LIVE' },
  Effect: {},
  Collection: {},
  RegionalProfile: {},
  PostSums: { comments: 3 },
  PostGroup: {},
  TimelinePeriod: {},
  ScorecardProfile: {},
  ScorecardAudience: {},
  ScorecardScores: {}
}

/** What may be null for another reason: pages, lists over other stores, and what was observed or not. */
const others = [
  ...['PageInfo', 'FollowerConnection', 'PostConnection', 'SoundConnection', 'UserConnection', 'TrendingConnection'],
  ...['FollowerEdge', 'FollowingEdge', 'RepostEdge', 'Hashtag', 'UserFacets', 'Dataset'],
  ...['CountGrowth', 'ObservedCount', 'PostHistoryPoint', 'SoundHistoryPoint', 'UserHistoryPoint']
]

const maybeUnknown = (type: string) =>
  leavesOf(type).filter((field) => !isNonNullType(field.type) && !isSemanticNonNull(field))

test('every type with fields that may be unknown is looked at', () => {
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  const types = objects.map(({ name }) => name).filter((name) => maybeUnknown(name).length > 0)
  expect(types.sort()).toEqual([...Object.keys(known), ...others].sort())
})

const expectUnknown = (type: string, object: Record<string, unknown>) => {
  const nullable = maybeUnknown(type)
  expect(nullable.length, type).toBeGreaterThan(0)
  const shown = Object.fromEntries(nullable.map(({ name }) => [name, object[name]]))
  const nothing = Object.fromEntries(nullable.map(({ name }) => [name, null]))
  expect(shown, type).toEqual({ ...nothing, ...known[type] })
}

const user = selectionOf('User')
const post = `${selectionOf('Post')} missingFields`
const sound = `${selectionOf('Sound')} missingFields`
const room = selectionOf('LiveRoom')
const card = ['Profile', 'Audience', 'Scores'].map(
  (part) => `${part.toLowerCase()} { ${selectionOf(`Scorecard${part}`)} }`
)
const sums = `sum { ${selectionOf('PostSums')} }`
const query = `query ($post: ID!, $sound: ID!, $place: ID!, $room: ID!, $effect: ID!, $collection: ID!) {
  user(by: { username: "bare" }) { ${user} missingFields posts { nodes { ${post} author { ${user} } sound { ${sound} } } }
    liveRoom { ${room} missingFields streamer { ${user} } } scorecard { ${card} intelligence { missingInputs } }
    inRegion(region: "JP") { ${selectionOf('RegionalProfile')} } }
  post(by: { postId: $post }) { ${post} author { ${user} } sound { ${sound} } }
  sound(soundId: $sound) { ${sound} posts { nodes { ${post} } } }
  place(placeId: $place) { ${selectionOf('Place')} missingFields }
  liveRoom(roomId: $room) { ${room} missingFields streamer { ${user} } }
  effect(effectId: $effect) { ${selectionOf('Effect')} missingFields }
  collection(collectionId: $collection) { ${selectionOf('Collection')} missingFields }
  unplayed: posts(filter: { authors: { anyOf: ["unplayed"] } }, first: 1) { facets { ${sums}
    top(by: CREATOR, first: 1) { ${selectionOf('PostGroup')} ${sums} } timeline(step: MONTH) { ${selectionOf('TimelinePeriod')} } } }
  usersByUsername(usernames: ["bare"]) { ${user} }
  postsById(postIds: [$post]) { ${post} }
  posts(filter: { authors: { anyOf: ["bare"] } }) { nodes { ${post} } }
  users(filter: { keyword: "bare" }) { nodes { ${user} } }
  search(keyword: "bare") { users { nodes { ${user} } } posts { nodes { ${post} } } live { nodes { ${room} } } }
}`

type Fields = Record<string, unknown>
type List = { nodes: Fields[] }
type Bare = Fields & { missingFields: string[] }
type Room = Bare & { streamer: Fields }
type Answer = {
  user: Bare & {
    posts: { nodes: (Bare & { author: Fields; sound: Fields })[] }
    liveRoom: Room
    inRegion: Fields
    scorecard: { profile: Fields; audience: Fields; scores: Fields; intelligence: { missingInputs: string[] } }
  }
  post: Bare & { author: Fields; sound: Fields }
  sound: Bare & { posts: List }
  place: Bare
  liveRoom: Room
  effect: Bare
  collection: Bare
  unplayed: { facets: { sum: Fields; top: (Fields & { sum: Fields })[]; timeline: Fields[] } }
  usersByUsername: Fields[]
  postsById: Fields[]
  posts: List
  users: List
  search: { users: List; posts: List; live: List }
}

const ways: [string, { queryPlans: boolean; readyAnswers: boolean }][] = [
  ['by plan', { queryPlans: true, readyAnswers: true }],
  ['interpreted', { queryPlans: false, readyAnswers: false }]
]

describe.each(ways)('what no source has given, %s', (_, way) => {
  let server: TestServer
  beforeAll(async () => {
    const file = join(folder, 'bare.json')
    writeFileSync(file, JSON.stringify([...bare, zero, unplayed]))
    await importFiles({ inputs: [file], path: dataset, replaces: true })
    server = await startServer({ dataset, config: way })
  })
  afterAll(() => server.close())

  test('is null in every field that may be unknown, wherever the thing is met and whatever was read before', async () => {
    // Lists that REST has read are kept as JSON.
    for (const path of ['users/bare/posts', `sounds/${ids.sound}/posts`, 'search/users?q=bare', 'search/live?q=bare']) {
      expect((await server.get(`/api/v1/${path}`)).status).toBe(200)
    }
    // Texts of objects are kept from the second time on.
    for (const time of [1, 2, 3]) {
      const { data, errors } = await server.query<Answer>(query, ids)
      expect(errors, String(time)).toBe(undefined)
      if (data == null) throw new Error('there is an answer')
      const { scorecard } = data.user
      const posts = [data.post, ...data.user.posts.nodes, ...data.sound.posts.nodes, ...data.postsById]
      const met: [string, Fields[]][] = [
        ['Post', [...posts, ...data.posts.nodes, ...data.search.posts.nodes]],
        [
          'User',
          [data.user, data.post.author, ...data.usersByUsername, ...data.users.nodes, ...data.search.users.nodes]
        ],
        [
          'User',
          [...data.user.posts.nodes.map(({ author }) => author), data.liveRoom.streamer, data.user.liveRoom.streamer]
        ],
        ['Sound', [data.sound, data.post.sound, ...data.user.posts.nodes.map(({ sound }) => sound)]],
        ['Place', [data.place]],
        ['LiveRoom', [data.liveRoom, data.user.liveRoom, ...data.search.live.nodes]],
        ['Effect', [data.effect]],
        ['Collection', [data.collection]],
        ['RegionalProfile', [data.user.inRegion]],
        ['PostSums', [data.unplayed.facets.sum, ...data.unplayed.facets.top.map(({ sum }) => sum)]],
        ['PostGroup', data.unplayed.facets.top],
        ['TimelinePeriod', data.unplayed.facets.timeline],
        ['ScorecardProfile', [scorecard.profile]],
        ['ScorecardAudience', [scorecard.audience]],
        ['ScorecardScores', [scorecard.scores]]
      ]
      expect(met.map(([type]) => type).sort()).toEqual(expect.arrayContaining(Object.keys(known)))
      for (const [type, objects] of met) {
        expect(objects.length, type).toBeGreaterThan(0)
        for (const object of objects) expectUnknown(type, object)
      }
      const ofUser = ['DISPLAY_NAME', 'FOLLOWERS', 'FOLLOWING', 'TOTAL_LIKES', 'TOTAL_VIDEOS', 'VERIFIED', 'IS_PRIVATE']
      const ofPost = ['IS_AD', 'LIKES', 'COMMENTS', 'SHARES', 'SAVES', 'REPOSTS', 'DURATION_SECONDS']
      const ofSound = ['TITLE', 'AUTHOR', 'DURATION_SECONDS', 'IS_ORIGINAL', 'IS_COPYRIGHTED', 'POSTS_COUNT']
      const origin = ['COUNTRY', 'LANGUAGE']
      const lists = ['FOLLOWERS_LIST', 'FOLLOWING_LIST', 'REPOSTS_LIST', 'COLLECTIONS_LIST']
      expect(data.user.missingFields).toEqual([...ofUser, ...lists, ...origin])
      for (const { missingFields } of [data.post, ...data.user.posts.nodes]) {
        expect(missingFields).toEqual([...ofPost, 'VIDEO_HEIGHT', 'VIDEO_WIDTH', 'SHARE_URL', ...origin])
      }
      expect([data.sound.missingFields, data.post.sound.missingFields]).toEqual([ofSound, ofSound])
      expect(data.place.missingFields).toEqual(['NAME', 'POSTS_COUNT'])
      expect(data.liveRoom.missingFields).toEqual(['TITLE', 'VIEWER_COUNT', 'LIKE_COUNT'])
      expect(data.user.liveRoom.missingFields).toEqual(data.liveRoom.missingFields)
      expect(data.effect.missingFields).toEqual(['PUBLISH_TIME', 'USER_COUNT'])
      expect(data.collection.missingFields).toEqual(['NAME', 'POSTS_COUNT'])
      expect(scorecard.intelligence.missingInputs).toEqual([
        ...ofUser.filter((name) => name !== 'IS_PRIVATE').sort(byShown),
        ...['LIKES', 'COMMENTS', 'SHARES']
      ])
    }
  })

  test('meets no condition, comes last and is counted as unknown, in one answer with the null', async () => {
    const ofPosts = 'nodes { postId likes isAd engagementRate } totalCount'
    const ofUsers = 'nodes { username followersCount verified } totalCount'
    const { data, errors } = await server.query<Record<string, Fields & { nodes: Fields[] }>>(`{
      most: posts(filter: { likes: { max: 0 } }) { ${ofPosts} }
      not: posts(filter: { not: { likes: { max: 0 } } }) { ${ofPosts} }
      noAd: posts(filter: { isAd: false }) { ${ofPosts} }
      walked: search(keyword: "zero") { videos(filter: { author: { verified: false }, likes: { max: 0 } }) { nodes { postId } } }
      walkedBare: search(keyword: "bare") { videos { nodes { postId } }
        unverified: videos(filter: { not: { author: { verified: true } } }) { nodes { postId } }
        few: videos(filter: { likes: { max: 0 } }) { nodes { postId } } }
      sorted: posts(orderBy: LIKES) { ${ofPosts} facets { likes { count unknownCount } engagementRate { count unknownCount } } }
      months: posts { nodes { postId } facets { timeline(step: MONTH) { count plays } sum { plays likes } } }
      past: post(by: { postId: "${ids.post}" }) { likes missingFields history { plays { value } likes { value } } growth { likes { absolute } } }
      few: users(filter: { followers: { max: 1 } }) { ${ofUsers} }
      unverified: users(filter: { verified: false }) { ${ofUsers} }
      open: users(filter: { isPrivate: false }) { ${ofUsers} }
      lowest: users(filter: { tier: [TIER_1, TIER_2, TIER_3, TIER_4] }) { ${ofUsers} }
      unscored: users(filter: { not: { authorityScore: { max: 100 } } }) { ${ofUsers} }
      ranked: users(orderBy: AUTHORITY_SCORE) { ${ofUsers} facets { tiers { tier count } authorityScore { count unknownCount } followers { count unknownCount } } }
    }`)
    expect(errors).toBe(undefined)
    const zeroPost = { postId: zero.id, likes: 0, isAd: false, engagementRate: 0 }
    const barePost = { postId: ids.post, likes: null, isAd: null, engagementRate: null }
    const zeroUser = { username: 'zero', followersCount: 1, verified: false }
    const bareUser = { username: 'bare', followersCount: null, verified: null }
    const counted = { count: 1, unknownCount: 2 }
    expect(data).toMatchObject({
      most: { nodes: [zeroPost], totalCount: 1 },
      not: { nodes: [], totalCount: 0 },
      noAd: { nodes: [zeroPost], totalCount: 1 },
      walked: { videos: { nodes: [{ postId: zero.id }] } },
      walkedBare: { videos: { nodes: [{ postId: ids.post }] }, unverified: { nodes: [] }, few: { nodes: [] } },
      sorted: {
        nodes: [zeroPost, barePost, { postId: unplayed.id, likes: null }],
        facets: { likes: counted, engagementRate: counted }
      },
      months: {
        facets: {
          timeline: [
            { count: 1, plays: null },
            { count: 2, plays: 15 }
          ],
          sum: { plays: 15, likes: 0 }
        }
      },
      past: {
        ...{ likes: null, missingFields: expect.arrayContaining(['LIKES']), growth: { likes: null } },
        history: [{ plays: { value: 10 }, likes: null }]
      },
      few: { nodes: [zeroUser], totalCount: 1 },
      unverified: { nodes: [zeroUser], totalCount: 1 },
      open: { nodes: [zeroUser], totalCount: 1 },
      lowest: { nodes: [zeroUser], totalCount: 1 },
      unscored: { nodes: [], totalCount: 0 },
      ranked: {
        nodes: [zeroUser, { username: 'unplayed' }, bareUser],
        facets: { authorityScore: counted, followers: counted }
      }
    })
  })

  test('is null for agents too, where they filter as the graph does', async () => {
    const agent = await overHttp(server.url)
    const find = async (name: string, filter: object) => {
      const { structuredContent } = await agent.callTool({ name, arguments: { filter } })
      return (structuredContent as { data: Fields[] }).data
    }
    expect(await find('find_posts', { authors: { anyOf: ['bare'] } })).toMatchObject([
      { plays: 10, likes: null, is_ad: null, author_display_name: null, share_url: known.Post?.shareUrl }
    ])
    expect(await find('find_creators', { keyword: 'bare' })).toMatchObject([
      { username: 'bare', display_name: null, followers: null, verified: null }
    ])
    await agent.close()
  })

  test('is 0 in REST, as before', async () => {
    const { body } = await server.get(`/api/v1/posts?videoId=${ids.post}`)
    expect(body.data).toMatchObject({ ...{ plays: 10, likes: 0, is_ad: false }, author_display_name: 'bare' })
    expect(Object.keys(body.data as object)).toEqual(Object.keys(Post.properties))
    const profile = await server.get('/api/v1/users/bare')
    expect(profile.body.data).toMatchObject({ display_name: 'bare', followers: 0, verified: false })
    const found = await server.get(`/api/v1/sounds/${ids.sound}`)
    expect(found.body.data).toMatchObject({ title: '', author: '', posts_count: 1 })
    const scores = await server.get<{ scores: Fields }>('/api/v1/intelligence/creator/bare')
    expect(scores.body.data.scores).toMatchObject({ engagement_rate: 0, follower_growth_score: 0 })
  })
})

/** Inputs come in the order in which scorecards show them. */
const shown = ['DISPLAY_NAME', 'VERIFIED', 'FOLLOWERS', 'FOLLOWING', 'TOTAL_LIKES', 'TOTAL_VIDEOS']
const byShown = (a: string, b: string) => shown.indexOf(a) - shown.indexOf(b)
