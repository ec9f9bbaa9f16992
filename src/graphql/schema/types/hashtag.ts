import { challenges } from '../../../services/challenges.ts'
import { FeedPage } from '../../../services/feed-page.ts'
import { builder } from '../builder.ts'
import { connectionField, PostConnection } from '../connections.ts'
import { costHints } from '../cost-hints.ts'
import { namelessKey } from '../global-ids.ts'
import { findHashtag, idField, NodeInterface } from '../node.ts'
import { HashtagObject } from '../objects.ts'
import type { HashtagReference } from '../references.ts'

HashtagObject.implement({
  description: 'A hashtag, also called a challenge.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<HashtagReference>('Hashtag', ({ hashtagId, name }) => hashtagId ?? namelessKey(name))),
    hashtagId: t.id({
      nullable: true,
      description: 'Numeric id; null when a caption names a hashtag the platform has not registered.',
      resolve: (hashtag) => hashtag.hashtagId
    }),
    name: t.string({
      nullable: true,
      description: 'Text without the leading #; null when unknown.',
      resolve: (hashtag) => hashtag.name
    }),
    posts: connectionField(t, {
      type: PostConnection,
      kind: 'hashtagPosts',
      description: 'Posts of the hashtag, newest first. Empty for a hashtag without id.',
      page: (hashtag, request, { deps, scope }) =>
        hashtag.hashtagId === null
          ? FeedPage.empty()
          : challenges.posts(deps, scope, { challengeId: hashtag.hashtagId, ...request })
    })
  })
})

builder.queryField('hashtag', (t) =>
  t.field({
    type: HashtagObject,
    nullable: true,
    description: 'One hashtag, by numeric id.',
    args: { hashtagId: t.arg.id({ required: true, description: 'Numeric id of the hashtag.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { hashtagId }, context) => findHashtag(String(hashtagId), context)
  })
)
