import { examples } from '../src/services/examples.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import type { Pools } from './any-query.ts'
import { cases } from './cases.ts'
import { exampleNodeId, noNodeId, userNodeId } from './node-ids.ts'

/** What random queries give to arguments: what is there, what is not, and what is refused. */
export const pools = (cursor: unknown): Pools => ({
  first: [2, 1, 3, 0, 51, null],
  after: ['0', cursor, 'AAAA', '', null],
  UserBy: [
    { username: examples.username },
    { username: cases.privateUser() },
    { username: 'nobody.at.all' },
    { userId: examples.userId },
    { username: '@@' }
  ],
  PostBy: [{ postId: examples.postId }, { url: examples.postUrl }, { postId: cases.orphanPost() }, { postId: '1' }],
  region: ['JP', 'XX', null],
  username: [examples.username, 'nobody.at.all'],
  usernames: [
    [examples.username, 'nobody.at.all', cases.privateUser()],
    [],
    [examples.username, '@@', examples.username],
    Array(51).fill(examples.username)
  ],
  id: [...nodeIds()],
  ids: [[...nodeIds()], [exampleNodeId, 'no id', noNodeId]],
  postIds: [[examples.postId, '1', cases.orphanPost()], ['no id']],
  userIds: [[examples.userId, '1'], ['no id']],
  soundIds: [[examples.soundId, '1', cases.unusedSound()], ['no id']],
  names: [[cases.hashtagName(), 'zzzznothing', '#'], []],
  keyword: [examples.keyword, examples.partialKeyword, 'zzzznothing', ' '],
  collectionId: [examples.collectionId, cases.emptyCollection(), '1'],
  effectId: [examples.effectId, 'x'],
  HashtagBy: [
    { hashtagId: examples.challengeId },
    { name: cases.hashtagName() },
    { name: 'zzzznothing' },
    { hashtagId: '1' },
    null
  ],
  hashtagId: [examples.challengeId, '1'],
  name: [cases.hashtagName(), 'zzzznothing', null],
  placeId: [examples.placeId, '1'],
  roomId: [examples.roomId, '1'],
  soundId: [examples.soundId, cases.unusedSound(), '1'],
  sort: ['HOT', 'NEW', null],
  PostFilter: [
    { plays: { min: 1_000 } },
    {},
    { hashtags: { noneOf: ['#fyp'] }, durationSeconds: { max: 60 } },
    { or: [{ isAd: true }, { not: { likes: { max: 100 } } }], createdAt: { from: '2020-01-01' } },
    { plays: { min: 5, max: 3 } },
    { or: [] },
    { growthWeek: { min: 0.1 } },
    { author: { verified: true } },
    { not: { author: { posts: { some: { plays: { min: 5 } } } } } },
    null
  ],
  PostGroupBy: ['CREATOR', 'HASHTAG', 'SOUND', 'PLACE'],
  PostGroupOrder: ['COUNT', 'PLAYS', 'SAVES', null],
  PostOrder: ['PLAYS', 'OLDEST', 'ENGAGEMENT_RATE', 'GROWTH_WEEK', null],
  reverse: [false, true, null],
  UserFilter: [
    { followers: { min: 100 } },
    {},
    { posts: { none: { isAd: true } } },
    { tier: ['TIER_1', 'TIER_2'] },
    { not: {} },
    null
  ],
  UserOrder: ['FOLLOWERS', 'USERNAME', 'GROWTH_MONTH', null],
  bins: [24, 2, 101, null],
  step: ['MONTH', 'DAY', 'WEEK', null],
  fill: ['LINEAR', null],
  from: ['2020-01-01', '2026-05-01T00:00:00Z', 'soon', null],
  to: ['2030-01-01', '1969-12-31', '2026-05-01', null],
  days: [30, 0.5, 400, -1, null],
  kind: ['POST', 'SOUND', 'HASHTAG', 'CREATOR'],
  window: ['WEEK', 'DAY', 'MONTH', null]
})

const nodeIds = () => [
  exampleNodeId,
  toGlobalId('User', examples.username),
  toGlobalId('Post', cases.namelessHashtagPost()),
  toGlobalId('Sound', examples.soundId),
  toGlobalId('Hashtag', examples.challengeId),
  toGlobalId('LiveRoom', examples.roomId),
  toGlobalId('Effect', examples.effectId),
  toGlobalId('Place', examples.placeId),
  toGlobalId('Collection', examples.collectionId),
  userNodeId(cases.privateUser()),
  toGlobalId('Sound', '~["a song","somebody",true]'),
  toGlobalId('Sound', '~forged'),
  toGlobalId('Nothing', '1')
]
