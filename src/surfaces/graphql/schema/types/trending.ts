import { type Awaitable, andThen, attempt } from '../../../../core/awaitable.ts'
import { forOneRequest } from '../../../../core/one-request.ts'
import { leastTrendCount, type TrendWindow } from '../../../../engines/history/growth.ts'
import { FactsKey, isSoundFacts } from '../../../../records/facts-key.ts'
import { maxTrendEntries, type TrendKind } from '../../../../records/trending.ts'
import { posts } from '../../../../services/posts.ts'
import { sounds } from '../../../../services/sounds.ts'
import { growthOfTrend, type Trend, type TrendPage, trending, trendPageSize } from '../../../../services/trending.ts'
import { users } from '../../../../services/users.ts'
import { builder, type Context, valuesOf } from '../builder.ts'
import { type Connection, cursorIn, itemsOf, PageInfo, pageArguments } from '../connections.ts'
import { costHints, searchCost } from '../cost-hints.ts'
import { typeOfNode } from '../node.ts'
import { HashtagObject, PostObject, SoundObject, UserObject } from '../objects.ts'
import { HashtagReference, SoundReference, UserReference } from '../references.ts'
import { CountGrowthObject } from './history.ts'

/** Trends. */

const kindTexts: Readonly<Record<TrendKind, string>> = {
  POST: 'Posts, by their plays.',
  SOUND: 'Sounds, by the public posts that use them.',
  HASHTAG: 'Hashtags, by the public posts that carry them.',
  CREATOR: 'Creators, by their followers.'
}

const windowTexts: Readonly<Record<TrendWindow, string>> = {
  DAY: '24 hours.',
  WEEK: '7 days.',
  MONTH: '30 days.'
}

const TrendKindEnum = builder.enumType('TrendKind', {
  description: 'What a ranking of growth lists, and by which count.',
  values: valuesOf(kindTexts)
})

const TrendWindowEnum = builder.enumType('TrendWindow', {
  description: 'Period in which growth is measured. It ends with the newest time in the data, not now.',
  values: valuesOf(windowTexts)
})

const TrendingNode = builder.unionType('TrendingNode', {
  description: 'What a ranking of growth lists.',
  types: [PostObject, SoundObject, HashtagObject, UserObject],
  resolveType: (value) => typeOfNode(value) as 'Post'
})

/** The object of a ranking's entry. Handles in rankings are in lower case, so profiles are looked up as well. */
const nodeOf = ({ kind, key, name }: Trend, { deps, scope }: Context): Awaitable<object> => {
  switch (kind) {
    case 'POST':
      return posts.byIdOrUrl(deps, scope, { videoId: key })
    case 'SOUND':
      // Another deployment finds sounds only by id.
      if (isSoundFacts(key) && deps.reads.hasWholeRecords !== true) return SoundReference.byKey(key)
      return andThen(sounds.byId(deps, scope, { soundId: new FactsKey(key) }), SoundReference.of)
    case 'HASHTAG':
      return new HashtagReference(forOneRequest({ id: key, name }))
    case 'CREATOR':
      return andThen(users.byUsername(deps, scope, { username: key }), UserReference.of)
  }
}

const TrendingEdge = builder.objectRef<{ trend: Trend; cursor: string }>('TrendingEdge').implement({
  description: 'One of the objects in a page of a ranking.',
  fields: (t) => ({
    node: t.field({
      type: TrendingNode,
      description: 'The object. One read; none for a hashtag.',
      extensions: costHints({ reads: 1 }),
      // A union of the types of these objects.
      resolve: ({ trend }, _, context) => nodeOf(trend, context) as never
    }),
    rank: t.int({ description: 'Rank, from 1.', resolve: ({ trend }) => trend.rank }),
    rate: t.float({
      description:
        'Growth within the window as a fraction of the count at its start: 0.5 is 50 % more. The same as `leastRate` of `growth`.',
      resolve: ({ trend }) => trend.rate
    }),
    growth: t.field({
      type: CountGrowthObject,
      nullable: true,
      description:
        'Growth of the ranked count, with the two counts that it comes from. Null where they have gone since the ranking was made. One read; none for a sound or hashtag.',
      extensions: costHints({ reads: 1 }),
      resolve: ({ trend }, _, { deps, scope }) => growthOfTrend(deps, scope, trend)
    }),
    cursor: t.string({
      description: 'Cursor to continue after this element.',
      extensions: costHints({ bytes: 100 }),
      resolve: ({ cursor }) => cursor
    })
  })
})

type Ranking = TrendPage & { after: string | null }

const TrendingConnection = builder.objectRef<Ranking>('TrendingConnection').implement({
  description: 'A page of a ranking, the fastest growth first.',
  fields: (t) => ({
    edges: t.field({
      type: [TrendingEdge],
      description: 'The objects, each with its rank and growth.',
      extensions: costHints({ listsItems: true }),
      resolve: ({ page }) => page.items.map((trend, index) => ({ trend, cursor: page.cursorOf(index) }))
    }),
    nodes: t.field({
      type: [TrendingNode],
      nullable: { list: false, items: true },
      description:
        'The objects without rank and growth. Null in place of each that has gone since the ranking was made. One read each; none for hashtags.',
      extensions: costHints({ reads: 1, listsItems: true }),
      // A union of the types of these objects; each fails by itself.
      resolve: ({ page }, _, context) => page.items.map((trend) => attempt(() => nodeOf(trend, context))) as never
    }),
    pageInfo: t.field({
      type: PageInfo,
      description: 'Position of this page in its list.',
      resolve: ({ page, after }): Connection<unknown> => ({ page, after, counts: null })
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'End of the window: the newest time in the data. Null for empty data.',
      resolve: ({ endsAt }) => endsAt
    })
  })
})

const { max, fallback } = trendPageSize

builder.queryField('trending', (t) =>
  t.field({
    type: TrendingConnection,
    description: [
      `What grows fastest: at most ${maxTrendEntries} of a kind, by growth within the window as a fraction of the count at its start.`,
      `Posts are ranked by plays and creators by followers, as in their own \`growth\`: the newest observation lies within the window, and the earlier count is at least ${leastTrendCount}. Private accounts are left out.`,
      'Sounds and hashtags are ranked by public posts: those published within the window, at least 3, as a fraction of those before it, at least 5.',
      'Of rounded counts the least possible growth counts. Negative counts are left out, and nothing is interpolated.',
      'UNSUPPORTED over a source without a graph. A scan.'
    ].join(' '),
    args: {
      kind: t.arg({ type: TrendKindEnum, required: true, description: 'What to rank.' }),
      window: t.arg({
        type: TrendWindowEnum,
        defaultValue: 'WEEK',
        description: 'Period in which growth is measured.'
      }),
      ...pageArguments(t, fallback, max)
    },
    extensions: costHints({ reads: 1, readCost: searchCost, items: itemsOf(fallback, max) }),
    resolve: (_, { first, after: given, ...args }, { deps, scope }) => {
      const after = cursorIn({ after: given })
      return andThen(trending(deps, scope, { ...args, count: first, cursor: after }), (found) => ({ ...found, after }))
    }
  })
)
