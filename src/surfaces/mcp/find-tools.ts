import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { invalidParam } from '../../core/errors.ts'
import { Post } from '../../records/post.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { challenges } from '../../services/challenges.ts'
import { collections } from '../../services/collections.ts'
import type { FeedPage } from '../../services/feed-page.ts'
import { userFilter } from '../../services/filter-inputs.ts'
import type { Input } from '../../services/input.ts'
import { asInGraph } from '../../services/known.ts'
import { PostCounts, UserCounts } from '../../services/list-counts.ts'
import { places } from '../../services/places.ts'
import {
  allPublicPosts,
  type PostFeed,
  type PostList,
  postListOf,
  readPostList,
  readPostRequest
} from '../../services/post-lists.ts'
import { posts } from '../../services/posts.ts'
import { sounds } from '../../services/sounds.ts'
import { users } from '../../services/users.ts'
import { searchCost } from '../graphql/schema/cost-hints.ts'
import { argumentSchema, pick, plainValue, readFields, refuseUnknownArguments } from './arguments.ts'
import { filterSchema } from './filter-schema.ts'
import { fieldsSchema, more, shortenList } from './list-answer.ts'
import { outputSchema } from './output-schema.ts'
import { defaultCount } from './result-size.ts'
import type { Tool, ToolAnswer, ToolArguments, ToolJson } from './tool.ts'

/** Tools that filter and sort, which REST cannot. */

/** Lists of posts by the argument that names their owner. */
const owners: Readonly<Record<string, { feed: PostFeed; input: Input<string>; what: string }>> = {
  username: { feed: 'userPosts', input: users.posts.input.username, what: 'creator, by handle' },
  soundId: { feed: 'soundPosts', input: sounds.posts.input.soundId, what: 'sound' },
  placeId: { feed: 'placePosts', input: places.posts.input.placeId, what: 'place' },
  challengeId: { feed: 'hashtagPosts', input: challenges.posts.input.challengeId, what: 'hashtag challenge' },
  collectionId: { feed: 'collectionPosts', input: collections.posts.input.collectionId, what: 'collection' }
}
const ownerNames = Object.keys(owners)
const operationOf: Readonly<Record<string, string>> = {
  ...{ username: 'listUserPosts', soundId: 'listSoundPosts', placeId: 'listPlacePosts' },
  ...{ challengeId: 'listChallengePosts', collectionId: 'listCollectionPosts' }
}

const postFields = Object.keys(Post.properties)
const userFields = Object.keys(UserProfile.properties)

type ListInputs = Readonly<Record<'orderBy' | 'count' | 'cursor', Pick<Input<unknown>, 'schema' | 'description'>>>

/** Flat except for the filter: providers of models support no `oneOf` at the top level, and few formats. */
const inputSchema = (
  filter: string,
  what: string,
  { orderBy, count, cursor }: ListInputs,
  record: { fields: readonly string[]; home: string },
  others: ToolJson = {}
): Tool['inputSchema'] => ({
  type: 'object',
  properties: {
    filter: filterSchema(
      filter,
      `Conditions that all must be met; without it, all ${what}. An unknown number meets none, nor its negation. Ranges include both ends, periods exclude \`to\`.`
    ),
    orderBy: argumentSchema('orderBy', orderBy),
    ...others,
    count: argumentSchema('count', count),
    cursor: argumentSchema('cursor', cursor),
    fields: fieldsSchema(record.fields, record.home)
  },
  required: [],
  additionalProperties: false
})

const totalCount = { type: ['integer', 'null'], description: 'Length of the whole list; null where it is unknown.' }

const coverage = {
  type: ['object', 'null'],
  description: 'How much of the list was seen; null for a list without filter and order.',
  properties: { scanned: { type: ['integer', 'null'] }, isComplete: { type: 'boolean' } }
}

const foundSchema = (record: typeof Post | typeof UserProfile): NonNullable<Tool['outputSchema']> => {
  const { properties, required, ...rest } = outputSchema({ record, isList: true, pagination: 'cursor' }, true)
  return {
    ...rest,
    type: 'object',
    properties: { ...(properties as object), totalCount, coverage },
    required: [...(required as readonly string[]), 'totalCount', 'coverage']
  }
}

const toAnswer = <T extends object>(
  page: FeedPage<T>,
  totalCount: Awaitable<number | null>,
  fields: readonly string[] | null
): Awaitable<ToolAnswer> =>
  andThen(totalCount, (totalCount) => {
    const { items, cursor, hasMore, coverage } = page
    const pagination = { cursor, has_more: hasMore }
    const found = items.map(asInGraph)
    const data = fields === null ? found : found.map((record) => pick(record, fields))
    return { content: { data, pagination, more: more(pagination), totalCount, coverage } }
  })

/** The list of the arguments: the list of one owner, or all public posts. */
const listOf = (given: ToolArguments): PostList => {
  const [name, other] = ownerNames.filter((name) => given[name] !== undefined && given[name] !== null)
  if (name === undefined) return allPublicPosts
  if (other !== undefined) throw invalidParam(other, `names a second list beside ${name}; give one of them`)
  const owner = owners[name]
  const key = plainValue(given[name], name)
  if (owner === undefined) throw new RangeError(name)
  return postListOf(owner.feed, String(key))
}

const shorten: Tool['shorten'] = ({ data }, length) => shortenList(data as readonly unknown[], length)

const notation = 'Examples: resource clipgraph://docs/filter-and-sort.md.'

const findPosts: Tool = {
  name: 'find_posts',
  title: 'Posts by numbers, time, hashtags, authors and more',
  description: [
    `Posts that meet a filter, in a chosen order: of all public posts, or of those of one ${ownerNames.join(', ')}; \`author\` is a filter of find_creators.`,
    'Returns Post records and `totalCount`.',
    'Over a source without a graph this needs one list: it reads that up to a bound, and `coverage` says whether that was all of it.',
    notation,
    'Counts by day and tops: facets, in the tool graphql.',
    'Errors: NOT_FOUND, UNSUPPORTED.',
    `Example: ${JSON.stringify({ filter: { hashtags: { anyOf: ['fyp'] }, createdAt: { from: '2026-05-01' } }, orderBy: 'PLAYS', count: 3 })}`
  ].join(' '),
  inputSchema: inputSchema(
    'PostFilter',
    'posts',
    posts.all.input,
    { fields: postFields, home: 'get_post' },
    Object.fromEntries(
      Object.entries(owners).map(([name, { input, what }]) => [
        name,
        argumentSchema(name, input, `Only of this ${what}.`)
      ])
    )
  ),
  outputSchema: foundSchema(Post),
  run({ deps }, scope, given) {
    refuseUnknownArguments(given, Object.keys(findPosts.inputSchema.properties as object))
    const fields = readFields(given.fields, postFields, 'Post')
    const list = listOf(given)
    const { filter, orderBy, cursor } = given
    const count = given.count ?? defaultCount
    const request = readPostRequest(list.of?.feed ?? 'filteredPosts', { filter, orderBy, count, cursor })
    return andThen(scope.charge(searchCost), () =>
      andThen(readPostList(deps, scope, list, request), (page) =>
        toAnswer(page, new PostCounts(list, request.where).total(deps, scope), fields)
      )
    )
  },
  shorten,
  overSource({ lacks }) {
    const isLacking = (name: string) => lacks.operations[operationOf[name] ?? ''] !== undefined
    if (ownerNames.every(isLacking)) return null
    const { properties, ...rest } = findPosts.inputSchema
    const offered = Object.entries(properties as object).filter(([name]) => !isLacking(name))
    return { ...findPosts, inputSchema: { ...rest, properties: Object.fromEntries(offered) } }
  }
}

const findCreators: Tool = {
  name: 'find_creators',
  title: 'Creators by audience, scores, topic and more',
  description: [
    'Creators that meet a filter, in a chosen order; by followers when `orderBy` is omitted. Scores are those of get_creator_scorecard, and unknown for private accounts.',
    'Returns UserProfile records and `totalCount`; `posts` holds filters of find_posts.',
    'A source without a graph cannot do this: use search_users there.',
    notation,
    'Distributions, tiers and niches: facets, in the tool graphql.',
    'Errors: UNSUPPORTED.',
    `Example: ${JSON.stringify({ filter: { followers: { min: 10_000 }, niche: ['cooking'] }, orderBy: 'ENGAGEMENT_RATE' })}`
  ].join(' '),
  inputSchema: inputSchema('UserFilter', 'creators', users.all.input, { fields: userFields, home: 'get_user' }),
  outputSchema: foundSchema(UserProfile),
  run({ deps }, scope, given) {
    refuseUnknownArguments(given, Object.keys(findCreators.inputSchema.properties as object))
    const fields = readFields(given.fields, userFields, 'UserProfile')
    const { filter, orderBy, cursor } = given
    const count = given.count ?? defaultCount
    const where = userFilter.read(filter ?? undefined, 'filter')
    return andThen(scope.charge(searchCost), () =>
      andThen(users.all(deps, scope, { filter, orderBy, count, cursor }), (page) =>
        toAnswer(page, new UserCounts(where).total(deps, scope), fields)
      )
    )
  },
  shorten,
  overSource: () => null
}

export const findTools: readonly Tool[] = [findPosts, findCreators]
