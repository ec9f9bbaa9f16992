import type { ObjectRef } from '@pothos/core'
import { Dataset, TopHashtag, topLength } from '../../../../records/dataset.ts'
import { dataset } from '../../../../services/dataset.ts'
import { builder, type Types } from '../builder.ts'
import { carriedBySearch } from '../connections.ts'
import { costHints } from '../cost-hints.ts'
import {
  DatasetObject,
  EffectObject,
  HashtagObject,
  LiveRoomObject,
  PlaceObject,
  PostObject,
  SoundObject,
  UserObject
} from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { HashtagReference, LiveRoomReference, SoundReference, UserReference } from '../references.ts'

const TopHashtagObject = builder.objectRef<TopHashtag>('TopHashtag').implement({
  description: TopHashtag.description,
  fields: (t) => ({
    node: t.field({
      type: HashtagObject,
      description: 'The hashtag.',
      resolve: (top) => new HashtagReference(top)
    }),
    ...recordFields(t, TopHashtag, {
      omit: ['id', 'name'],
      get: (top: TopHashtag, key) => top[key as keyof TopHashtag]
    })
  })
})

DatasetObject.implement({
  description: Dataset.description,
  fields: (t) => {
    /** One of the top lists. */
    const top = <N>(
      key: keyof typeof Dataset.properties,
      type: ObjectRef<Types, N>,
      resolve: (data: Dataset) => N[],
      carries?: readonly string[]
    ) =>
      t.field({
        type: [type],
        description: Dataset.properties[key].description,
        extensions: costHints({ items: () => topLength, ...(carries === undefined ? {} : { carries }) }),
        // The element type of `type: [type]` is N.
        resolve: resolve as never
      })
    return {
      ...recordFields(t, Dataset, { get: (data: Dataset, key) => data[key as keyof Dataset] }),
      topCreators: top('top_creators', UserObject, (data) => data.top_creators.map(UserReference.of)),
      topPosts: top('top_posts', PostObject, (data) => data.top_posts),
      topSounds: top('top_sounds', SoundObject, (data) => data.top_sounds.map(SoundReference.of)),
      topHashtags: top('top_hashtags', TopHashtagObject, (data) => data.top_hashtags),
      topPlaces: top('top_places', PlaceObject, (data) => data.top_places),
      topEffects: top('top_effects', EffectObject, (data) => data.top_effects),
      topLiveRooms: top(
        'top_live_rooms',
        LiveRoomObject,
        (data) => data.top_live_rooms.map(LiveRoomReference.fromSearch),
        carriedBySearch
      )
    }
  }
})

builder.queryField('dataset', (t) =>
  t.field({
    type: DatasetObject,
    nullable: true,
    description: `${Dataset.description} Null over another deployment. One read.`,
    extensions: costHints({ reads: 1 }),
    resolve: (_, __, { deps, scope }) => dataset(deps, scope, {})
  })
)
