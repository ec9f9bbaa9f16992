import type { FieldRef } from '@pothos/core'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import type { Condition } from '../../../engines/filters/query.ts'
import type { Post } from '../../../records/post.ts'
import { FeedPage } from '../../../services/feed-page.ts'
import { PostCounts } from '../../../services/list-counts.ts'
import { defaultMaxScan } from '../../../services/operation.ts'
import { type PostFeed, type PostList, readPostList, readPostRequest } from '../../../services/post-lists.ts'
import { feeds } from '../../../store/kinds.ts'
import type { Coverage } from '../../../store/source.ts'
import { builder, type Context, type Types } from './builder.ts'
import {
  type Connection,
  countCost,
  cursorIn,
  itemsOf,
  type PageArguments,
  PostConnection,
  pageArguments,
  totalOf
} from './connections.ts'
import { costHints, type Filtering, type GivenArguments, searchCost } from './cost-hints.ts'
import { PostFilterInput, PostOrderEnum, reverseArgument, sortingOf } from './filters.ts'
import { PostFacetsObject } from './objects.ts'

/** Connections of posts that are filtered, sorted and counted. */

const CoverageObject = builder.objectRef<Coverage>('Coverage').implement({
  description: 'How much of a list was compared to make a filtered or sorted page.',
  fields: (t) => ({
    scanned: t.field({
      type: 'Count',
      description: 'Number of posts that were compared.',
      resolve: ({ scanned }) => scanned
    }),
    isComplete: t.boolean({
      description: `Whether nothing is missing from the page. False in search results, and over a source without a graph, where MAX_SCAN posts were read before the page was full or the whole list was sorted. MAX_SCAN is a setting of the server, ${defaultMaxScan} without it. Without \`orderBy\`, the next page goes on from there.`,
      resolve: ({ isComplete }) => isComplete
    })
  })
})

/** Page sizes of lists of posts are at least this. */
const smallestMaxPage = 50

builder.objectFields(PostConnection, (t) => ({
  totalCount: t.field({
    type: 'Count',
    nullable: true,
    description:
      'Number of posts in the whole list, with its filter. Null for search results, over a source without a graph, and for too many to be counted. A scan.',
    extensions: countCost,
    resolve: totalOf
  }),
  facets: t.field({
    type: PostFacetsObject,
    nullable: true,
    description:
      'Counts over the whole list, with its filter. Null for search results without `filter` and `orderBy`, and over another deployment for a hashtag or sound without id. Over a source without a graph, one read for each page of the list, up to MAX_SCAN posts.',
    extensions: costHints({
      reads: (_, { hasFilters, maxScan }) => (hasFilters ? 0 : Math.ceil(maxScan / smallestMaxPage))
    }),
    resolve: ({ counts }) => {
      const list = counts?.()
      return list instanceof PostCounts ? list : null
    }
  }),
  coverage: t.field({
    type: CoverageObject,
    nullable: true,
    description: 'How much of the list was compared. Null without `filter` and `orderBy`.',
    resolve: ({ page }) => page.coverage
  })
}))

type PostListArguments = PageArguments & { filter?: object | null; orderBy?: string | null; reverse?: boolean | null }

type PostListOptions<P> = {
  kind: PostFeed | 'filteredPosts'
  description: string
  /** The cost of a page without filter and order; 1 by default. */
  readCost?: number
  /** The list; null for an object that has none. */
  list: (parent: P, context: Context) => PostList | null
  /** A page without filter and order; omitted if the list is always filtered. */
  page?: (parent: P, request: { count: unknown; cursor: unknown }, context: Context) => Awaitable<FeedPage<Post>>
}

const isFiltered = ({ filter, orderBy, reverse }: PostListArguments): boolean =>
  filter != null || orderBy != null || reverse === true

const costText = (kind: PostListOptions<unknown>['kind']): string => {
  if (kind === 'filteredPosts') return 'A scan.'
  return kind === 'searchVideos'
    ? `A scan; with \`filter\` or \`orderBy\`, one for each ${smallestMaxPage} results that are read, up to MAX_SCAN.`
    : 'One read. With `filter` or `orderBy` a scan, or over a source without a graph a read for each page, up to MAX_SCAN posts.'
}

/** A connection of posts that takes `filter` and `orderBy`, and is counted. */
export const postListField = <P>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, P>,
  { kind, description, readCost = 1, list, page }: PostListOptions<P>
) => {
  const { max, fallback } = feeds[kind].pageSize
  const scans = (args: GivenArguments) => page === undefined || isFiltered(args)
  /** Whether filtering reads the list page by page. */
  const walks = ({ hasFilters }: Filtering) => kind === 'searchVideos' || !hasFilters
  return t.field({
    type: PostConnection,
    description: `${description} ${costText(kind)}`,
    args: {
      ...pageArguments(t, fallback, max),
      filter: t.arg({
        type: PostFilterInput,
        description: 'Conditions that the posts meet. Without it, all of the list.'
      }),
      orderBy: t.arg({
        type: PostOrderEnum,
        description: 'Order of the posts. Without it, that of the list.'
      }),
      reverse: reverseArgument(t)
    },
    extensions: costHints({
      reads: (args, filtering) =>
        scans(args) && walks(filtering) && page !== undefined ? Math.ceil(filtering.maxScan / max) : 1,
      readCost: (args, filtering) => (scans(args) && !walks(filtering) ? searchCost : readCost),
      items: itemsOf(fallback, max)
    }),
    resolve: (parent: P, args: PostListArguments, context: Context) => {
      const { deps, scope } = context
      const after = cursorIn(args)
      const request = { count: args.first, cursor: after }
      if (page !== undefined && !isFiltered(args)) {
        return andThen(page(parent, request, context), (page) => ({
          page,
          after,
          counts: kind === 'searchVideos' ? null : () => countsOf(list(parent, context), null)
        }))
      }
      const of = list(parent, context)
      const read = readPostRequest(kind, { ...request, filter: args.filter, orderBy: sortingOf(args) })
      if (of === null) return { page: FeedPage.empty<Post>(), after, counts: null }
      const isPlainSearch = kind === 'searchVideos' && read.where === null && read.order === null
      return andThen(readPostList(deps, scope, of, read), (page) => ({
        page,
        after,
        counts: isPlainSearch ? null : () => countsOf(of, read.where)
      }))
    }
  } as never) as FieldRef<Types, Connection<Post>>
}

const countsOf = (list: PostList | null, where: Condition | null): PostCounts | null =>
  list === null ? null : new PostCounts(list, where)
