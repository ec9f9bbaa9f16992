import type { FeedKind } from '../store/source.ts'

type PageSize = { max: number; fallback: number }

const ofCreators: PageSize = { max: 100, fallback: 20 }
const ofThings: PageSize = { max: 50, fallback: 20 }

/** How many elements one page of each feed may have, and has when nobody says. Beyond `max` is refused. */
export const pageSizes: Readonly<Record<FeedKind, PageSize>> = {
  userPosts: ofCreators,
  userReposts: ofCreators,
  userFollowers: ofCreators,
  soundPosts: ofThings,
  placePosts: ofThings,
  collectionPosts: ofThings,
  hashtagPosts: ofThings,
  soundLibrary: { max: 10, fallback: 10 },
  searchTop: ofThings,
  searchVideos: ofThings,
  searchUsers: ofThings,
  searchLive: ofThings
}
