import { postEngagementRate } from '../../../../engines/filters/engagement-rate.ts'
import { knownValue, originOf, postFieldsThatMayBeDerived } from '../../../../records/missing-fields.ts'
import { originFields } from '../../../../records/origin.ts'
import { borrowedFields, Post } from '../../../../records/post.ts'
import { growth, history, noGrowth } from '../../../../services/history.ts'
import { known } from '../../../../services/known.ts'
import { allPublicPosts } from '../../../../services/post-lists.ts'
import { posts } from '../../../../services/posts.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { digestKey } from '../global-ids.ts'
import { batchField, idField, NodeInterface } from '../node.ts'
import { HashtagObject, PostObject, SoundObject, UserObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { recordFields } from '../record-fields.ts'
import { HashtagReference, SoundReference, UserReference } from '../references.ts'
import {
  equalPoints,
  growthArguments,
  historyArguments,
  historyCost,
  PostGrowth,
  PostHistoryPoint,
  recorded
} from './history.ts'
import { missingFieldsOf, missingNames, originTexts } from './missing-field.ts'

PostObject.implement({
  description: Post.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      ...idField<Post>('Post', (post) => post.post_id ?? digestKey(post)),
      description: 'Global id, opaque. `node` gives the same post for it again, except for a post without `postId`.'
    }),
    ...recordFields(t, Post, {
      prose: ['caption'],
      omit: [...borrowedFields, 'hashtags'],
      unknown: postFieldsThatMayBeDerived,
      get: (post: Post, key) => knownValue(post, key as keyof Post)
    }),
    country: t.field({
      type: 'CountryCode',
      nullable: true,
      description: originTexts('post').country.description,
      resolve: (post) => originOf(post, 'country')
    }),
    language: t.string({
      nullable: true,
      description: originTexts('post').language.description,
      resolve: (post) => originOf(post, 'language')
    }),
    engagementRate: t.float({
      nullable: true,
      description:
        'Likes, comments and shares per play, as a fraction: 0.05 is 5 %. Null without plays, and where one of these counts is unknown.',
      resolve: (post) => postEngagementRate(known(post))
    }),
    author: t.field({
      type: UserObject,
      nullable: true,
      description:
        'Who published the post. Null when no source names the account, or it is gone. The post has `username`, `displayName`, `verified` and `avatarThumbUrl`, which are free.',
      extensions: costHints({ carries: ['id', 'username', 'displayName', 'verified', 'avatarThumbUrl'] }),
      resolve: (post) => UserReference.fromPost(post)
    }),
    sound: t.field({
      type: SoundObject,
      nullable: true,
      description:
        'The sound of the post. Null when none is known. The post has `soundId`, `title`, `author` and `isOriginal`, which are free.',
      extensions: costHints({ carries: ['id', 'soundId', 'title', 'author', 'isOriginal'] }),
      resolve: (post) => SoundReference.fromPost(post)
    }),
    hashtags: t.field({
      type: [HashtagObject],
      description: Post.properties.hashtags.description,
      extensions: costHints({ items: () => 10, carries: ['id', 'hashtagId', 'name'] }),
      resolve: (post) => post.hashtags.map((hashtag) => new HashtagReference(hashtag))
    }),
    history: t.field({
      type: [PostHistoryPoint],
      description: `Counts of the post over time, the earliest first. ${equalPoints} Empty for a post without id. ${recorded} One read.`,
      args: historyArguments(t),
      extensions: historyCost,
      resolve: ({ post_id: postId }, args, { deps, scope }) =>
        postId === null ? [] : history.post(deps, scope, { postId, ...args })
    }),
    growth: t.field({
      type: PostGrowth,
      description: `Growth of each count of the post in the \`days\` before its newest observation. ${recorded} One read, shared with \`history\`.`,
      args: growthArguments(t, 1),
      extensions: costHints({ reads: 1 }),
      resolve: ({ post_id: postId }, { days }, { deps, scope }) =>
        postId === null ? noGrowth.posts : growth.post(deps, scope, { postId, days })
    }),
    missingFields: t.field({
      ...missingFieldsOf('post'),
      resolve: (post, _, context) => missingNames([...postFieldsThatMayBeDerived, ...originFields], post, context)
    })
  })
})

const PostBy = builder.inputType('PostBy', {
  isOneOf: true,
  description: 'How to find one post: exactly one of these.',
  fields: (t) => ({
    postId: t.id({ description: 'Numeric id of the post.' }),
    url: t.string({
      description:
        'Public URL of the post, on any host: with /video/{id} in its path, or in another form that the platform uses. Short links are not supported.'
    })
  })
})

builder.queryFields((t) => ({
  post: t.field({
    type: PostObject,
    description: 'A post, by id or public URL. Null with NOT_FOUND when it does not exist. One read.',
    args: { by: t.arg({ type: PostBy, required: true, description: 'The id or the URL.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { by }, { deps, scope }) => posts.byIdOrUrl(deps, scope, { videoId: by.postId, url: by.url })
  }),
  posts: postListField(t, {
    kind: 'filteredPosts',
    description: 'All public posts, newest first without `orderBy`. UNSUPPORTED over a source without a graph.',
    list: () => allPublicPosts
  }),
  postsById: batchField(t, {
    type: PostObject,
    what: 'Posts by id',
    param: 'postIds',
    values: 'Numeric ids of posts.',
    load: (videoId, { deps, scope }) => posts.byIdOrUrl(deps, scope, { videoId })
  })
}))
