import { andThen } from '../../../../core/awaitable.ts'
import { readUserFilter } from '../../../../engines/filters/filters.ts'
import { knownValue, listNames, originOf, userFieldsThatMayBeMissing } from '../../../../records/missing-fields.ts'
import { originFields } from '../../../../records/origin.ts'
import { regionalFields, UserProfile } from '../../../../records/user-profile.ts'
import { growth, history } from '../../../../services/history.ts'
import { intelligence } from '../../../../services/intelligence.ts'
import { UserCounts } from '../../../../services/list-counts.ts'
import { live } from '../../../../services/live.ts'
import { postListOf } from '../../../../services/post-lists.ts'
import { users } from '../../../../services/users.ts'
import { builder } from '../builder.ts'
import {
  carriedBySearch,
  connectionField,
  FollowerConnection,
  FollowingConnection,
  RepostConnection,
  UserConnection
} from '../connections.ts'
import { costHints, oneReadForAll, searchCost } from '../cost-hints.ts'
import { reverseArgument, sortingOf, UserFilterInput, UserOrderEnum } from '../filters.ts'
import { batchField, idField, NodeInterface } from '../node.ts'
import { CollectionObject, LiveRoomObject, ScorecardObject, UserObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { recordFields } from '../record-fields.ts'
import { CollectionReference, LiveRoomReference, ScorecardReference, UserReference } from '../references.ts'
import {
  equalPoints,
  growthArguments,
  historyArguments,
  historyCost,
  recorded,
  UserGrowth,
  UserHistoryPoint
} from './history.ts'
import { missingFieldsOf, missingNames, originTexts } from './missing-field.ts'

const RegionalProfile = builder.objectRef<UserProfile>('RegionalProfile').implement({
  description: 'What a profile shows in one country: its texts for that country, or else the same as everywhere.',
  fields: (t) =>
    recordFields(
      t,
      { properties: regionalFields },
      {
        prose: ['bio'],
        unknown: userFieldsThatMayBeMissing,
        get: (profile: UserProfile, key) => knownValue(profile, key as keyof UserProfile)
      }
    )
})

UserObject.implement({
  description: `${UserProfile.description} ${oneReadForAll}`,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<UserReference>('User', (user, context) => user.idKey(context))),
    username: t.string({
      description: 'Handle without the leading @.',
      resolve: (user) => user.username
    }),
    ...recordFields(t, UserProfile, {
      prose: ['bio'],
      omit: ['username'],
      lookUp: true,
      unknown: userFieldsThatMayBeMissing,
      get: (user: UserReference, key, context) => user.field(key as keyof UserProfile, context)
    }),
    country: t.field({
      type: 'CountryCode',
      nullable: true,
      description: originTexts('creator').country.description,
      extensions: costHints({ lookUp: true }),
      resolve: (user, _, context) =>
        andThen(user.whole('followers', context), (profile) => originOf(profile, 'country'))
    }),
    language: t.string({
      nullable: true,
      description: originTexts('creator').language.description,
      extensions: costHints({ lookUp: true }),
      resolve: (user, _, context) =>
        andThen(user.whole('followers', context), (profile) => originOf(profile, 'language'))
    }),
    inRegion: t.field({
      type: RegionalProfile,
      description: 'What the profile shows in one country. One read.',
      args: { region: t.arg({ type: 'CountryCode', required: true, description: 'The country.' }) },
      extensions: costHints({ reads: 1 }),
      resolve: ({ account }, { region }, { deps, scope }) =>
        users.byUsername(deps, scope, { username: account, region })
    }),
    isLive: t.boolean({
      description: 'Whether the creator is live now. One read.',
      extensions: costHints({ reads: 1 }),
      resolve: (user, _, { deps, scope }) => live.isLive(deps, scope, { username: user.account })
    }),
    liveRoom: t.field({
      type: LiveRoomObject,
      nullable: true,
      description:
        'The room in which the creator is live now. Null when they are not live, and where a live search for the handle does not find it. Three reads at most.',
      // The live status of the creator, and the search.
      extensions: costHints({ reads: 1 + live.searchPages, carries: carriedBySearch }),
      resolve: (user, _, { deps, scope }) =>
        andThen(
          live.roomOf(deps, scope, { username: user.username, account: user.account, userId: user.carried.user_id }),
          (room) => (room === null ? null : LiveRoomReference.fromSearch(room))
        )
    }),
    posts: postListField(t, {
      kind: 'userPosts',
      description: 'Posts of the creator, newest first. Empty for private accounts.',
      list: ({ account }) => postListOf('userPosts', account),
      page: ({ account }, request, { deps, scope }) => users.posts(deps, scope, { username: account, ...request })
    }),
    reposts: connectionField(t, {
      type: RepostConnection,
      kind: 'userReposts',
      description: 'Posts of others that the creator reposted, the latest repost first. Empty for private accounts.',
      page: ({ account }, request, { deps, scope }) => users.reposts(deps, scope, { username: account, ...request })
    }),
    followers: connectionField(t, {
      type: FollowerConnection,
      kind: 'userFollowers',
      description: 'Who follows the creator, the latest first. Empty for private accounts.',
      page: ({ account }, request, { deps, scope }) => users.followers(deps, scope, { username: account, ...request })
    }),
    following: connectionField(t, {
      type: FollowingConnection,
      kind: 'userFollowing',
      description:
        'Whom the creator follows, the latest first, as far as the data have the creator among the followers of others; `followingCount` may be larger. Private accounts are left out, because their followers are not public. Empty for private accounts. UNSUPPORTED over a source without a graph.',
      page: ({ account }, request, { deps, scope }) => users.following(deps, scope, { username: account, ...request })
    }),
    collections: t.field({
      type: [CollectionObject],
      description:
        'All public collections of the creator, in the order of the creator. Empty for private accounts. One read.',
      // The contract returns all at once. The estimate exceeds the collections of known creators.
      extensions: costHints({ reads: 1, items: () => 50, carries: ['owner'] }),
      resolve: (user, _, { deps, scope }) =>
        andThen(users.collections(deps, scope, { username: user.account }), ({ playlists }) =>
          playlists.map((collection) => CollectionReference.of(collection, user))
        )
    }),
    history: t.field({
      type: [UserHistoryPoint],
      description: `Counts of the creator over time, the earliest first; private accounts have them, too, because their profile is public. ${equalPoints} ${recorded} One read.`,
      args: historyArguments(t),
      extensions: historyCost,
      resolve: ({ account }, args, { deps, scope }) => history.user(deps, scope, { username: account, ...args })
    }),
    growth: t.field({
      type: UserGrowth,
      description: `Growth of each count of the creator in the \`days\` before its newest observation. ${recorded} One read, shared with \`history\`.`,
      args: growthArguments(t, 30),
      extensions: costHints({ reads: 1 }),
      resolve: ({ account }, { days }, { deps, scope }) => growth.user(deps, scope, { username: account, days })
    }),
    missingFields: t.field({
      ...missingFieldsOf('profile', true),
      resolve: (user, _, context) =>
        andThen(user.whole('followers', context), (profile) =>
          missingNames([...userFieldsThatMayBeMissing, ...listNames, ...originFields], profile, context)
        )
    }),
    scorecard: t.field({
      type: ScorecardObject,
      description:
        'Scores computed from up to 30 recent posts. Null with ACCOUNT_PRIVATE for private accounts. Three reads at most.',
      extensions: costHints({ reads: 3 }),
      resolve: (user, _, { deps, scope }) =>
        andThen(
          intelligence.scorecard(deps, scope, { username: user.account }),
          (card) => new ScorecardReference(user, card)
        )
    })
  })
})

const UserBy = builder.inputType('UserBy', {
  isOneOf: true,
  description: 'How to find one creator: exactly one of these.',
  fields: (t) => ({
    username: t.string({ description: 'Handle, with or without @, in any case.' }),
    userId: t.id({ description: 'Numeric id of the account.' })
  })
})

builder.queryFields((t) => ({
  user: t.field({
    type: UserObject,
    description: 'A creator, by handle or numeric id. Null with NOT_FOUND when it does not exist. One read.',
    args: {
      by: t.arg({ type: UserBy, required: true, description: 'The handle or the id.' })
    },
    extensions: costHints({
      reads: 1,
      stub: (args) => {
        const { username } = args.by as { username?: string | null }
        return username == null ? null : UserReference.byHandle(username)
      }
    }),
    resolve: (_, { by }, { deps, scope }) => {
      const found =
        by.userId == null
          ? users.byUsername(deps, scope, { username: by.username })
          : users.byId(deps, scope, { userId: by.userId })
      return andThen(found, UserReference.of)
    }
  }),
  users: connectionField(t, {
    type: UserConnection,
    kind: 'filteredUsers',
    description:
      'All creators, private accounts included; most followers first without `orderBy`. UNSUPPORTED over a source without a graph.',
    readCost: searchCost,
    args: {
      filter: t.arg({
        type: UserFilterInput,
        description: 'Conditions that the creators meet. Without it, all of them.'
      }),
      orderBy: t.arg({ type: UserOrderEnum, description: 'Order of the creators. Without it, most followers first.' }),
      reverse: reverseArgument(t)
    },
    page: (_, request, { deps, scope }, args) =>
      users.all(deps, scope, { filter: args.filter, orderBy: sortingOf(args), ...request }),
    counts:
      ({ filter }) =>
      () =>
        new UserCounts(readUserFilter(filter))
  }),
  usersByUsername: batchField(t, {
    type: UserObject,
    what: 'Creators by handle',
    param: 'usernames',
    values: 'Handles, with or without @.',
    load: (username, { deps, scope }) => andThen(users.byUsername(deps, scope, { username }), UserReference.of)
  }),
  usersById: batchField(t, {
    type: UserObject,
    what: 'Creators by id',
    param: 'userIds',
    values: 'Numeric ids of accounts.',
    load: (userId, { deps, scope }) => andThen(users.byId(deps, scope, { userId }), UserReference.of)
  })
}))
