import { Collection } from '../../../records/collection.ts'
import { collections } from '../../../services/collections.ts'
import { builder } from '../builder.ts'
import { connectionField, PostConnection } from '../connections.ts'
import { costHints } from '../cost-hints.ts'
import { idField, NodeInterface } from '../node.ts'
import { CollectionObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'

CollectionObject.implement({
  description: Collection.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<Collection>('Collection', (collection) => collection.collection_id)),
    ...recordFields(t, Collection, { get: (collection: Collection, key) => collection[key as keyof Collection] }),
    posts: connectionField(t, {
      type: PostConnection,
      kind: 'collectionPosts',
      description: 'Posts of the collection, in its own order.',
      page: (collection, request, { deps, scope }) =>
        collections.posts(deps, scope, { collectionId: collection.collection_id, ...request })
    })
  })
})

builder.queryField('collection', (t) =>
  t.field({
    type: CollectionObject,
    nullable: true,
    description: 'One collection, by numeric id.',
    args: { collectionId: t.arg.id({ required: true, description: 'Numeric id of the collection.' }) },
    extensions: costHints({ reads: 1, stub: ({ collectionId }) => ({ collection_id: collectionId }) }),
    resolve: (_, { collectionId }, { deps, scope }) => collections.byId(deps, scope, { collectionId })
  })
)
