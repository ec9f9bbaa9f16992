import { andThen } from '../../../../core/awaitable.ts'
import { canonicalHashtag } from '../../../../records/hashtag-name.ts'
import { challenges } from '../../../../services/challenges.ts'
import { FeedPage } from '../../../../services/feed-page.ts'
import { history } from '../../../../services/history.ts'
import { PostCounts } from '../../../../services/list-counts.ts'
import { postListOf } from '../../../../services/post-lists.ts'
import { builder } from '../builder.ts'
import { countCost } from '../connections.ts'
import { costHints, searchCost } from '../cost-hints.ts'
import { factsKey } from '../global-ids.ts'
import { batchField, idField, NodeInterface } from '../node.ts'
import { HashtagObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { HashtagReference } from '../references.ts'
import { countedHistoryArguments, countedHistoryCost, HashtagHistoryPoint } from './history.ts'

HashtagObject.implement({
  description: 'A hashtag, also called a challenge.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(
      idField<HashtagReference>(
        'Hashtag',
        ({ hashtagId, spelledName }) =>
          hashtagId ?? factsKey(spelledName === null ? null : canonicalHashtag(spelledName))
      )
    ),
    hashtagId: t.id({
      nullable: true,
      description: 'Numeric id. Null when a post names the hashtag without one, and when none is known.',
      resolve: (hashtag) => hashtag.hashtagId
    }),
    name: t.string({
      nullable: true,
      description: 'Text without the leading #. Null when unknown. One read where the parent does not have it.',
      extensions: costHints({ lookUp: true }),
      resolve: (hashtag, _, context) => hashtag.name(context)
    }),
    postsCount: t.field({
      type: 'Count',
      nullable: true,
      description:
        'Number of public posts that carry the hashtag. Null over a source without a graph, and for too many to be counted. A scan.',
      extensions: countCost,
      resolve: (hashtag, _, context) => {
        const key = hashtag.key(context)
        return key === null
          ? null
          : new PostCounts(postListOf('hashtagPosts', key), null).total(context.deps, context.scope)
      }
    }),
    history: t.field({
      type: [HashtagHistoryPoint],
      description:
        'Number of public posts with the hashtag over time, the earliest step first: those published by the end of each step, from the first step with a post to the last. UNSUPPORTED over a source without a graph. A scan.',
      args: countedHistoryArguments(t),
      extensions: countedHistoryCost(searchCost),
      resolve: (hashtag, args, context) => {
        const challengeId = hashtag.key(context)
        return challengeId === null ? [] : history.hashtag(context.deps, context.scope, { challengeId, ...args })
      }
    }),
    posts: postListField(t, {
      kind: 'hashtagPosts',
      description: 'Posts of the hashtag, newest first. Empty for a hashtag without id over another deployment.',
      list: (hashtag, context) => {
        const key = hashtag.key(context)
        return key === null ? null : postListOf('hashtagPosts', key)
      },
      page: (hashtag, request, context) => {
        const challengeId = hashtag.key(context)
        return challengeId === null
          ? FeedPage.empty()
          : challenges.posts(context.deps, context.scope, { challengeId, ...request })
      }
    })
  })
})

const HashtagBy = builder.inputType('HashtagBy', {
  isOneOf: true,
  description: 'How to find one hashtag: exactly one of these.',
  fields: (t) => ({
    hashtagId: t.id({ description: 'Numeric id of the hashtag.' }),
    name: t.string({
      description: 'Text of the hashtag, with or without the leading #, in any case and Unicode form.'
    })
  })
})

builder.queryFields((t) => ({
  hashtag: t.field({
    type: HashtagObject,
    description:
      'A hashtag, by numeric id or name. Null with NOT_FOUND when it does not exist. One read; by name, a scan.',
    args: { by: t.arg({ type: HashtagBy, required: true, description: 'The id or the name.' }) },
    // A name takes a search.
    extensions: costHints({
      reads: 1,
      readCost: ({ by }) => ((by as { name?: unknown } | undefined)?.name == null ? 1 : searchCost)
    }),
    resolve: (_, { by }, { deps, scope }) =>
      andThen(challenges.hashtag(deps, scope, by), (use) => new HashtagReference(use))
  }),
  hashtagsByName: batchField(t, {
    type: HashtagObject,
    what: 'Hashtags by name',
    param: 'names',
    values: 'Texts of hashtags, with or without the leading #, in any case and Unicode form.',
    // Each takes a search.
    readCost: searchCost,
    load: (name, { deps, scope }) =>
      andThen(challenges.hashtag(deps, scope, { name }), (use) => new HashtagReference(use))
  })
}))
