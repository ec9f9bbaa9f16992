import type { Dataset } from '../../../records/dataset.ts'
import type { Effect } from '../../../records/effect.ts'
import type { LiveStatus } from '../../../records/live-room.ts'
import type { Place } from '../../../records/place.ts'
import type { Post } from '../../../records/post.ts'
import type { PostCounts, UserCounts } from '../../../services/list-counts.ts'
import { builder } from './builder.ts'
import type {
  CollectionReference,
  HashtagReference,
  LiveRoomReference,
  ScorecardReference,
  SoundReference,
  UserReference
} from './references.ts'

/** The graph's object types by name, so that they can refer to each other; `types/` defines them. */
export const UserObject = builder.objectRef<UserReference>('User')
export const PostObject = builder.objectRef<Post>('Post')
export const SoundObject = builder.objectRef<SoundReference>('Sound')
export const HashtagObject = builder.objectRef<HashtagReference>('Hashtag')
export const LiveRoomObject = builder.objectRef<LiveRoomReference>('LiveRoom')
export const LiveStatusObject = builder.objectRef<LiveStatus>('LiveStatus')
export const EffectObject = builder.objectRef<Effect>('Effect')
export const PlaceObject = builder.objectRef<Place>('Place')
export const CollectionObject = builder.objectRef<CollectionReference>('Collection')
export const ScorecardObject = builder.objectRef<ScorecardReference>('CreatorScorecard')
export const PostFacetsObject = builder.objectRef<PostCounts>('PostFacets')
export const UserFacetsObject = builder.objectRef<UserCounts>('UserFacets')
export const DatasetObject = builder.objectRef<Dataset>('Dataset')
export const SearchObject = builder.objectRef<{ keyword: string }>('Search')
