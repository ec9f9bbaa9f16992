import type { FieldRef, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { notOurs } from '../../../services/cursors.ts'
import type { FeedPage } from '../../../services/feed-page.ts'
import { type PostCounts, UserCounts } from '../../../services/list-counts.ts'
import type { Deps } from '../../../services/operation.ts'
import type { FeedKind } from '../../../store/kinds.ts'
import { feeds } from '../../../store/kinds.ts'
import { builder, type Context, type Types } from './builder.ts'
import { costHints, type GivenArguments, searchCost } from './cost-hints.ts'
import { LiveRoomObject, PostObject, SoundObject, UserFacetsObject, UserObject } from './objects.ts'
import { LiveRoomReference, SoundReference, UserReference } from './references.ts'

/**
 * Relay connections over the services' pages. Feeds only run forward, so there are only `first` and `after`. The connection fields of
 * Pothos's Relay plugin always take `before` and `last`; these are plain objects instead.
 */
export type Connection<R> = {
  page: FeedPage<R>
  after: string | null
  /** Counts over the whole list; null for lists that are not counted. */
  counts: (() => PostCounts | UserCounts | null) | null
}
type FeedEdge<R> = { page: FeedPage<R>; index: number }

export const PageInfo = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'Position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description:
        'Whether there are elements after this page. It may be true before an empty last page: in filtered lists over a source without a graph, and in filtered searches of which MAX_SCAN posts were read.',
      resolve: ({ page }) => page.hasMore
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether there are elements before this page: true when `after` was given.',
      resolve: ({ after }) => after !== null
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge. Null for an empty page.',
      resolve: ({ page }) => (page.items.length === 0 ? null : page.cursorOf(0))
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor to pass as `after` for the next page. Null for an empty page.',
      resolve: ({ page }) => page.endCursor
    })
  })
})

/** Field for the time of an edge's event. */
type EdgeTime = { name: string; description: string }

type ConnectionOptions<R, N> = {
  /** Name of the node type, and of the connection if it differs. */
  name: string
  edgeName?: string
  node: ObjectRef<Types, N>
  /** Makes the node of a record; omitted where the record is the node. */
  toNode?: (record: R) => N
  plural: string
  totalCount?: string
  /** The time field, for feeds whose positions begin with the time. */
  time?: EdgeTime
}

const connection = <R, N>(
  { name, node, toNode, plural, totalCount }: ConnectionOptions<R, N>,
  edge: ObjectRef<Types, FeedEdge<R>>
) => {
  return builder.objectRef<Connection<R>>(`${name}Connection`).implement({
    description: `A page of ${plural}.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: `The ${plural}, each with its cursor.`,
        extensions: costHints({ listsItems: true }),
        resolve: ({ page }) => page.items.map((_, index) => ({ page, index }))
      }),
      nodes: t.field({
        type: [node],
        description: `The ${plural} without cursors.`,
        extensions: costHints({ listsItems: true, staysSame: toNode === undefined }),
        // The element type of `type: [node]` is N.
        resolve: ({ page }) => (toNode === undefined ? page.items : page.items.map(toNode)) as never
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Position of this page in its list.',
        resolve: (parent) => parent
      }),
      ...(totalCount === undefined
        ? {}
        : {
            totalCount: t.field({
              type: 'Count',
              nullable: true,
              description: totalCount,
              resolve: ({ page }) => page.total
            })
          })
    })
  })
}

const edge = <R, N>({ edgeName, node, toNode, plural, time }: ConnectionOptions<R, N> & { edgeName: string }) =>
  builder.objectRef<FeedEdge<R>>(`${edgeName}Edge`).implement({
    description: `One of the ${plural} in a page.`,
    fields: (t) => ({
      node: t.field({
        type: node,
        description: 'The element itself.',
        resolve: ({ page, index }) => {
          const record = page.items[index] as R
          return (toNode === undefined ? record : toNode(record)) as never
        }
      }),
      cursor: t.string({
        description: 'Cursor to continue after this element.',
        extensions: costHints({ bytes: 100 }),
        resolve: ({ page, index }) => page.cursorOf(index)
      }),
      ...(time === undefined
        ? {}
        : {
            [time.name]: t.field({
              type: 'DateTime',
              nullable: true,
              description: `${time.description} Null over another deployment.`,
              resolve: ({ page, index }, _, { deps }) => (knowsTimes(deps) ? page.secondsAt(index) : null)
            })
          })
    })
  })

/** Whether positions of feeds are the store's own. */
const knowsTimes = ({ reads }: Deps): boolean => reads.hasWholeRecords === true

const both = <R, N>(options: ConnectionOptions<R, N> & { edgeName: string }) => connection(options, edge(options))

export const PostConnection = both({
  name: 'Post',
  edgeName: 'Post',
  node: PostObject,
  plural: 'posts'
})

/** A count is one scan if the source counts; otherwise it is null. */
export const countCost = costHints({
  reads: (_, { hasFilters }) => (hasFilters ? 1 : 0),
  readCost: searchCost
})

export const totalOf = ({ counts }: Connection<unknown>, _: object, { deps, scope }: Context) =>
  counts?.()?.total(deps, scope) ?? null

const users = {
  edgeName: 'User',
  node: UserObject,
  toNode: (profile: Parameters<typeof UserReference.of>[0]) => UserReference.of(profile)
}
export const UserConnection = both({ ...users, name: 'User', plural: 'creators' })
builder.objectFields(UserConnection, (t) => ({
  totalCount: t.field({
    type: 'Count',
    nullable: true,
    description:
      'Number of creators in the whole list, with its filter. Null for search results, and for too many to be counted. A scan.',
    extensions: countCost,
    resolve: totalOf
  }),
  facets: t.field({
    type: UserFacetsObject,
    nullable: true,
    description: 'Counts over the whole list, with its filter. Null for search results.',
    resolve: ({ counts }) => {
      const list = counts?.()
      return list instanceof UserCounts ? list : null
    }
  })
}))

export const FollowerConnection = both({
  ...users,
  name: 'Follower',
  edgeName: 'Follower',
  plural: 'followers',
  totalCount:
    'Number of followers in the whole list; null where no source gave it. The platform lists only a part of a large audience, so `followersCount` of the creator may be larger.',
  time: {
    name: 'followedAt',
    description:
      'When the account followed the creator. Of several accounts in one second, all but one are a second or more earlier, so that no two in a list have the same time.'
  }
})

export const FollowingConnection = both({
  ...users,
  name: 'Following',
  edgeName: 'Following',
  plural: 'followed creators',
  time: { name: 'followedAt', description: 'When the creator followed the account.' }
})

export const RepostConnection = both({
  name: 'Repost',
  edgeName: 'Repost',
  node: PostObject,
  plural: 'reposted posts',
  time: { name: 'repostedAt', description: 'When the creator reposted the post.' }
})

export const SoundConnection = both({
  name: 'Sound',
  edgeName: 'Sound',
  node: SoundObject,
  toNode: (sound: Parameters<typeof SoundReference.of>[0]) => SoundReference.of(sound),
  plural: 'sounds',
  totalCount: 'Number of sounds in the whole library.'
})

export const LiveRoomConnection = both({
  name: 'LiveRoom',
  edgeName: 'LiveRoom',
  node: LiveRoomObject,
  toNode: (result: Parameters<typeof LiveRoomReference.fromSearch>[0]) => LiveRoomReference.fromSearch(result),
  plural: 'live rooms'
})

/** The fields of a room that live search returns: all but its likes. */
export const carriedBySearch = ['id', 'roomId', 'title', 'status', 'isLive', 'viewerCount', 'coverUrl', 'streamer']

export type PageArguments = { first?: number | null | undefined; after?: string | null | undefined }
/** The cursor for services. In services, as in REST, 0 is the beginning, which has no cursor here. */
export const cursorIn = ({ after }: PageArguments): string | null => {
  if (after === '0') throw notOurs('after')
  return after ?? null
}

type ConnectionFieldOptions<P, R, A extends InputFieldMap> = {
  type: ObjectRef<Types, Connection<R>>
  kind: FeedKind
  description: string
  /** Further arguments of the field. */
  args?: A
  /** Fields of the elements that need no look-up; omitted when there are none. */
  carries?: readonly string[]
  /** The cost of one read; omitted where it is 1. */
  readCost?: number
  page: (
    parent: P,
    request: { count: unknown; cursor: unknown },
    context: Context,
    args: InputShapeFromFields<A>
  ) => Awaitable<FeedPage<R>>
  /** Counts over the list. */
  counts?: (args: InputShapeFromFields<A>) => () => UserCounts
}

export const pageArguments = <P>(t: PothosSchemaTypes.RootFieldBuilder<Types, P>, fallback: number, max: number) => ({
  first: t.arg.int({ defaultValue: fallback, description: `How many to return, 1 to ${max}.` }),
  after: t.arg.string({ description: 'Cursor of the element to continue after. Without it, the first page.' })
})

export const itemsOf =
  (fallback: number, max: number) =>
  ({ first }: GivenArguments): number =>
    Math.min(Math.max(Number(first ?? fallback) || 0, 0), max)

/** A connection field: `first` and `after` with the feed's limits, one read. */
// biome-ignore lint/complexity/noBannedTypes: {} is how Pothos spells "no arguments"
export const connectionField = <P, R, A extends InputFieldMap = {}>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, P>,
  options: ConnectionFieldOptions<P, R, A>
) => {
  const { max, fallback } = feeds[options.kind].pageSize
  return t.field({
    type: options.type,
    description: `${options.description} ${options.readCost === undefined ? 'One read.' : 'A scan.'}`,
    args: { ...pageArguments(t, fallback, max), ...options.args },
    extensions: costHints({
      reads: 1,
      readCost: options.readCost,
      items: itemsOf(fallback, max),
      ...(options.carries === undefined ? {} : { carries: options.carries })
    }),
    resolve: (parent: P, args: PageArguments, context: Context) =>
      andThen(
        options.page(
          parent,
          { count: args.first, cursor: cursorIn(args) },
          context,
          // The arguments declared just above are `first`, `after` and these.
          args as InputShapeFromFields<A>
        ),
        (page) => ({
          page,
          after: args.after ?? null,
          counts: options.counts?.(args as InputShapeFromFields<A>) ?? null
        })
      )
  } as never) as FieldRef<Types, Connection<R>>
}
