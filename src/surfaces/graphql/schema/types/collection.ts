import { andThen } from '../../../../core/awaitable.ts'
import { Collection } from '../../../../records/collection.ts'
import { collectionFieldsThatMayBeMissing } from '../../../../records/missing-fields.ts'
import { collections } from '../../../../services/collections.ts'
import { postListOf } from '../../../../services/post-lists.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { idField, NodeInterface } from '../node.ts'
import { CollectionObject, UserObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { recordFields } from '../record-fields.ts'
import { CollectionReference } from '../references.ts'
import { missingFieldsOf, missingNames } from './missing-field.ts'

CollectionObject.implement({
  description: Collection.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<CollectionReference>('Collection', (collection) => collection.collectionId)),
    ...recordFields(t, Collection, {
      unknown: collectionFieldsThatMayBeMissing,
      get: (collection: CollectionReference, key, context) => collection.field(key as keyof Collection, context)
    }),
    owner: t.field({
      type: UserObject,
      nullable: true,
      description:
        'The creator whose collection it is. Free where the collection was reached through its owner. Otherwise the author of its first post, or null where that creator does not list the collection. Two reads at most.',
      extensions: costHints({ reads: 2, carries: ['id', 'username'] }),
      resolve: (collection, _, context) => collection.owner(context)
    }),
    posts: postListField(t, {
      kind: 'collectionPosts',
      description: 'Posts of the collection, in its own order.',
      list: ({ collectionId }) => postListOf('collectionPosts', collectionId),
      page: (collection, request, { deps, scope }) =>
        collections.posts(deps, scope, { collectionId: collection.collectionId, ...request })
    }),
    missingFields: t.field({
      ...missingFieldsOf('collection'),
      resolve: (collection, _, context) =>
        andThen(collection.whole('name', context), (record) =>
          missingNames(collectionFieldsThatMayBeMissing, record, context)
        )
    })
  })
})

builder.queryField('collection', (t) =>
  t.field({
    type: CollectionObject,
    description: 'A collection, by numeric id. Null with NOT_FOUND when it does not exist. One read.',
    args: { collectionId: t.arg.id({ required: true, description: 'Numeric id of the collection.' }) },
    extensions: costHints({ reads: 1, stub: ({ collectionId }) => new CollectionReference(String(collectionId), {}) }),
    resolve: (_, { collectionId }, { deps, scope }) =>
      andThen(collections.byId(deps, scope, { collectionId }), (found) => CollectionReference.of(found))
  })
)
