import { knownValue, placeFieldsThatMayBeMissing } from '../../../../records/missing-fields.ts'
import { Place } from '../../../../records/place.ts'
import { places } from '../../../../services/places.ts'
import { postListOf } from '../../../../services/post-lists.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { idField, NodeInterface } from '../node.ts'
import { PlaceObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { recordFields } from '../record-fields.ts'
import { missingFieldsOf, missingNames } from './missing-field.ts'

PlaceObject.implement({
  description: Place.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<Place>('Place', (place) => place.place_id)),
    ...recordFields(t, Place, {
      unknown: placeFieldsThatMayBeMissing,
      get: (place: Place, key) => knownValue(place, key as keyof Place)
    }),
    posts: postListField(t, {
      kind: 'placePosts',
      description: 'Posts tagged with the place, newest first.',
      list: (place) => postListOf('placePosts', place.place_id),
      page: (place, request, { deps, scope }) => places.posts(deps, scope, { placeId: place.place_id, ...request })
    }),
    missingFields: t.field({
      ...missingFieldsOf('place'),
      resolve: (place, _, context) => missingNames(placeFieldsThatMayBeMissing, place, context)
    })
  })
})

builder.queryField('place', (t) =>
  t.field({
    type: PlaceObject,
    description: 'A place, by numeric id. Null with NOT_FOUND when it does not exist. One read.',
    args: { placeId: t.arg.id({ required: true, description: 'Numeric id of the place.' }) },
    extensions: costHints({ reads: 1, stub: ({ placeId }) => ({ place_id: placeId }) }),
    resolve: (_, { placeId }, { deps, scope }) => places.byId(deps, scope, { placeId })
  })
)
