/** Generated from schema/operations/ by `npm run generate`. */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument as DocumentNode } from '../../src/surfaces/client/typed-document.ts';
/** Codes of countries (ISO 3166-1 alpha-2) or languages (ISO 639), at most 100 in a list. Case does not matter. */
export type CodeFilter = {
  /** One of these; not empty. */
  readonly anyOf?: ReadonlyArray<string> | null | undefined;
  /** None of these. */
  readonly noneOf?: ReadonlyArray<string> | null | undefined;
};

/** What a completion names. */
export type CompletionKind =
  /** A creator, by handle or name. */
  | 'CREATOR'
  /** A camera effect, by name. */
  | 'EFFECT'
  /** A hashtag, by name. */
  | 'HASHTAG'
  /** Words that many captions have. */
  | 'PHRASE'
  /** A place, by name. */
  | 'PLACE'
  /** A sound, by title. */
  | 'SOUND';

/** A range of counts, both ends included. Without ends it is no condition: unknown numbers meet it, too. */
export type CountRange = {
  /** Largest count. */
  readonly max?: number | null | undefined;
  /** Smallest count, from 0. */
  readonly min?: number | null | undefined;
};

/** A range of numbers, both ends included. Without ends it is no condition: unknown numbers meet it, too. */
export type FloatRange = {
  /** Largest number. */
  readonly max?: number | null | undefined;
  /** Smallest number, from 0. */
  readonly min?: number | null | undefined;
};

/** A range of growth, both ends included, as a fraction of the earlier count: 0.5 is 50 % more, -0.1 is 10 % less. Without ends it is no condition: unknown growth meets it, too. */
export type GrowthRange = {
  /** Largest growth. */
  readonly max?: number | null | undefined;
  /** Smallest growth, from -1. */
  readonly min?: number | null | undefined;
};

/** How counts that were not observed are filled in. */
export type HistoryFill =
  /** By linear interpolation between the known counts before and after, those outside of the period included; whole numbers. Null before the first known count and after the last one, and where the source gave a negative number. */
  | 'LINEAR';

/** A range of whole numbers, both ends included. Without ends it is no condition: unknown numbers meet it, too. */
export type IntRange = {
  /** Largest number. */
  readonly max?: number | null | undefined;
  /** Smallest number, from 0. */
  readonly min?: number | null | undefined;
};

/** A field that no source has given. It is null, and so is what is computed from it. */
export type MissingField =
  /** `author` of a sound. */
  | 'AUTHOR'
  /** `collections` of a creator. */
  | 'COLLECTIONS_LIST'
  /** `comments` of a post. */
  | 'COMMENTS'
  /** `country` of a creator or post. */
  | 'COUNTRY'
  /** `createdAt` of a post. It has a value all the same, which is in the id. */
  | 'CREATED_AT'
  /** `displayName` of a creator. */
  | 'DISPLAY_NAME'
  /** `durationSeconds` of a post or sound. */
  | 'DURATION_SECONDS'
  /** `followersCount` of a creator. */
  | 'FOLLOWERS'
  /** `followers` of a creator. */
  | 'FOLLOWERS_LIST'
  /** `followingCount` of a creator. */
  | 'FOLLOWING'
  /** `following` of a creator. */
  | 'FOLLOWING_LIST'
  /** `isAd` of a post. */
  | 'IS_AD'
  /** `isCopyrighted` of a sound. */
  | 'IS_COPYRIGHTED'
  /** `isOriginal` of a sound. */
  | 'IS_ORIGINAL'
  /** `isPrivate` of a creator. */
  | 'IS_PRIVATE'
  /** `language` of a creator or post. */
  | 'LANGUAGE'
  /** `likes` of a post. */
  | 'LIKES'
  /** `likeCount` of a live room. */
  | 'LIKE_COUNT'
  /** `name` of a place or collection. */
  | 'NAME'
  /** `plays` of a post. */
  | 'PLAYS'
  /** `postsCount` of a sound or place or collection. It has a value where the data have any: their number. */
  | 'POSTS_COUNT'
  /** `publishTime` of a camera effect. */
  | 'PUBLISH_TIME'
  /** `reposts` of a post. */
  | 'REPOSTS'
  /** `reposts` of a creator. */
  | 'REPOSTS_LIST'
  /** `saves` of a post. */
  | 'SAVES'
  /** `shares` of a post. */
  | 'SHARES'
  /** `shareUrl` of a post. It has a value all the same, made of handle and id. */
  | 'SHARE_URL'
  /** `title` of a sound or live room. */
  | 'TITLE'
  /** `totalLikes` of a creator. */
  | 'TOTAL_LIKES'
  /** `totalVideos` of a creator. */
  | 'TOTAL_VIDEOS'
  /** `userCount` of a camera effect. */
  | 'USER_COUNT'
  /** `verified` of a creator. */
  | 'VERIFIED'
  /** `videoHeight` of a post. */
  | 'VIDEO_HEIGHT'
  /** `videoWidth` of a post. */
  | 'VIDEO_WIDTH'
  /** `viewerCount` of a live room. */
  | 'VIEWER_COUNT';

/** Names that must or must not be there, at most 100 in a list. Case does not matter. */
export type NameFilter = {
  /** Every one of these. */
  readonly allOf?: ReadonlyArray<string> | null | undefined;
  /** At least one of these; not empty. */
  readonly anyOf?: ReadonlyArray<string> | null | undefined;
  /** None of these. */
  readonly noneOf?: ReadonlyArray<string> | null | undefined;
};

/** How well a count is known. */
export type ObservedCountKind =
  /** The source gave every digit. */
  | 'EXACT'
  /** It was not observed; `fill` computed it. */
  | 'INTERPOLATED'
  /** The source gave a negative number, as platforms do when a count overflows: the count is unknown. */
  | 'NEGATIVE'
  /** The source gave it rounded, such as 1.2M. */
  | 'ROUNDED';

/** Tier of a creator, by authority score. REST shows the same values in lower case. */
export type PartnershipTier =
  /** Authority score of 80 or more. */
  | 'TIER_1'
  /** Authority score from 60 to 79. */
  | 'TIER_2'
  /** Authority score from 40 to 59. */
  | 'TIER_3'
  /** Authority score below 40. */
  | 'TIER_4';

/** How to find one post: exactly one of these. */
export type PostBy =
  {   /** Numeric id of the post. */
  readonly postId: string; readonly url?: never; }
  |  { readonly postId?: never;   /** Public URL of the post, on any host: with /video/{id} in its path, or in another form that the platform uses. Short links are not supported. */
  readonly url: string; };

/** Which posts to list. All conditions must be met. What is unknown meets no condition and no negation of one. Conditions on growth, and on anything of the author but `verified`, are UNSUPPORTED for search results, and over a source without a graph. At most 100 conditions, on 10 levels of filters; at most 4 of them on authors and their posts. */
export type PostFilter = {
  /** All of these are met. */
  readonly and?: ReadonlyArray<PostFilter> | null | undefined;
  /** The author meets this. */
  readonly author?: UserFilter | null | undefined;
  /** Handle of the author, with or without @. */
  readonly authors?: NameFilter | null | undefined;
  /** Number of comments. */
  readonly comments?: CountRange | null | undefined;
  /** Country of the post, such as JP. */
  readonly country?: CodeFilter | null | undefined;
  /** When the post was published. */
  readonly createdAt?: TimeRange | null | undefined;
  /** Length of the video in seconds; 0 for image posts. */
  readonly durationSeconds?: IntRange | null | undefined;
  /** Likes, comments and shares per play, as a fraction: 0.05 is 5 %. Unknown without plays, and where one of these counts is. */
  readonly engagementRate?: FloatRange | null | undefined;
  /** Growth of plays within a day: `leastRate` of `growth(days: 1)`. */
  readonly growthDay?: GrowthRange | null | undefined;
  /** Growth of plays within 30 days: `leastRate` of `growth(days: 30)`. */
  readonly growthMonth?: GrowthRange | null | undefined;
  /** Growth of plays within a week: `leastRate` of `growth(days: 7)`. */
  readonly growthWeek?: GrowthRange | null | undefined;
  /** Hashtags of the caption, with or without #, in any Unicode form. */
  readonly hashtags?: NameFilter | null | undefined;
  /** Whether the post is a paid advertisement. */
  readonly isAd?: boolean | null | undefined;
  /** Words that caption and hashtags have, all of them, in any form and order. No operators. */
  readonly keyword?: string | null | undefined;
  /** Language of the post, such as ja. */
  readonly language?: CodeFilter | null | undefined;
  /** Number of likes. */
  readonly likes?: CountRange | null | undefined;
  /** This is not met; not empty. */
  readonly not?: PostFilter | null | undefined;
  /** At least one of these is met; not empty. */
  readonly or?: ReadonlyArray<PostFilter> | null | undefined;
  /** Numeric ids of places, of which the post is tagged with one; 1 to 100. Unknown in search results, and over a source without a graph. */
  readonly placeIds?: ReadonlyArray<string> | null | undefined;
  /** Number of plays. */
  readonly plays?: CountRange | null | undefined;
  /** Number of reposts. */
  readonly reposts?: CountRange | null | undefined;
  /** Number of times it was saved to favourites. */
  readonly saves?: CountRange | null | undefined;
  /** Number of shares. */
  readonly shares?: CountRange | null | undefined;
  /** Numeric ids of sounds, of which the post uses one; 1 to 100. */
  readonly soundIds?: ReadonlyArray<string> | null | undefined;
  /** Whether the sound was recorded for a post rather than licensed as a track. */
  readonly soundIsOriginal?: boolean | null | undefined;
};

/** Order of a list of posts. Unknown numbers come last; among equals the newest post comes first, then the larger id. */
export type PostOrder =
  /** Most commented first. */
  | 'COMMENTS'
  /** Longest first. */
  | 'DURATION'
  /** Highest engagement rate first. */
  | 'ENGAGEMENT_RATE'
  /** Highest growth of plays within a week first: `leastRate` of `growth(days: 7)`. UNSUPPORTED for search results, and over a source without a graph. */
  | 'GROWTH_WEEK'
  /** Most liked first. */
  | 'LIKES'
  /** Latest first. */
  | 'NEWEST'
  /** Earliest first. */
  | 'OLDEST'
  /** Most played first. */
  | 'PLAYS'
  /** Most saved first. */
  | 'SAVES'
  /** Most shared first. */
  | 'SHARES';

/** Filters that some or none of the public posts of a creator meet. */
export type PostsFilter = {
  /** No post meets this; `{}` is met without posts. */
  readonly none?: PostFilter | null | undefined;
  /** At least one post meets this; `{}` is met by any post. */
  readonly some?: PostFilter | null | undefined;
};

/** Order of the sound library. */
export type SoundSort =
  /** Most used first. */
  | 'HOT'
  /** Newest in the library first. */
  | 'NEW';

/** A period of time. `from` is included and `to` is not, so that consecutive periods share no moment: all of May is `{from: "2026-05-01", to: "2026-06-01"}`. */
export type TimeRange = {
  /** Start, included. */
  readonly from?: string | null | undefined;
  /** End, not included. */
  readonly to?: string | null | undefined;
};

/** Length of a step of a timeline, in UTC. */
export type TimelineStep =
  /** A day, from midnight. */
  | 'DAY'
  /** A month of the calendar. */
  | 'MONTH'
  /** A week, from Monday. */
  | 'WEEK';

/** What a ranking of growth lists, and by which count. */
export type TrendKind =
  /** Creators, by their followers. */
  | 'CREATOR'
  /** Hashtags, by the public posts that carry them. */
  | 'HASHTAG'
  /** Posts, by their plays. */
  | 'POST'
  /** Sounds, by the public posts that use them. */
  | 'SOUND';

/** Period in which growth is measured. It ends with the newest time in the data, not now. */
export type TrendWindow =
  /** 24 hours. */
  | 'DAY'
  /** 30 days. */
  | 'MONTH'
  /** 7 days. */
  | 'WEEK';

/** Which creators to list. All conditions must be met. What is unknown meets no condition and no negation of one. Scores, niche and time of the newest post are unknown for private accounts, which have no public posts. At most 100 conditions, on 10 levels of filters; at most 4 of them on authors and their posts. */
export type UserFilter = {
  /** All of these are met. */
  readonly and?: ReadonlyArray<UserFilter> | null | undefined;
  /** Authority score, 0 to 100. */
  readonly authorityScore?: IntRange | null | undefined;
  /** Country of the creator, such as JP. */
  readonly country?: CodeFilter | null | undefined;
  /** Mean engagement rate of recent posts, as in the scorecard, as a fraction: 0.05 is 5 %. */
  readonly engagementRate?: FloatRange | null | undefined;
  /** Number of followers. */
  readonly followers?: CountRange | null | undefined;
  /** Growth of followers within a day: `leastRate` of `growth(days: 1)`. */
  readonly growthDay?: GrowthRange | null | undefined;
  /** Growth of followers within 30 days: `leastRate` of `growth(days: 30)`. */
  readonly growthMonth?: GrowthRange | null | undefined;
  /** Growth of followers within a week: `leastRate` of `growth(days: 7)`. */
  readonly growthWeek?: GrowthRange | null | undefined;
  /** Hashtags of public posts, with or without #, in any Unicode form. */
  readonly hashtags?: NameFilter | null | undefined;
  /** Whether the creator is live now. */
  readonly isLive?: boolean | null | undefined;
  /** Whether only approved followers see the posts. */
  readonly isPrivate?: boolean | null | undefined;
  /** Words that handle, name and bio have, all of them, in any form and order. No operators. */
  readonly keyword?: string | null | undefined;
  /** Language of the creator, such as ja. */
  readonly language?: CodeFilter | null | undefined;
  /** When the newest public post was published. */
  readonly lastPostAt?: TimeRange | null | undefined;
  /** Topics, of which one is the primary niche of the scorecard; with or without #, 1 to 100. */
  readonly niche?: ReadonlyArray<string> | null | undefined;
  /** This is not met; not empty. */
  readonly not?: UserFilter | null | undefined;
  /** At least one of these is met; not empty. */
  readonly or?: ReadonlyArray<UserFilter> | null | undefined;
  /** Score of posting consistency, 0 to 100. */
  readonly postingConsistency?: IntRange | null | undefined;
  /** Some or none of the public posts meet a filter. */
  readonly posts?: PostsFilter | null | undefined;
  /** Partnership tiers, of which the creator has one; not empty. */
  readonly tier?: ReadonlyArray<PartnershipTier> | null | undefined;
  /** Number of likes of all posts. */
  readonly totalLikes?: CountRange | null | undefined;
  /** Number of posts. */
  readonly totalVideos?: CountRange | null | undefined;
  /** Whether the account carries the verified badge. */
  readonly verified?: boolean | null | undefined;
};

/** Order of a list of creators. Unknown numbers come last; equals have a fixed order, by id. */
export type UserOrder =
  /** Highest authority score first. */
  | 'AUTHORITY_SCORE'
  /** Highest engagement rate first. */
  | 'ENGAGEMENT_RATE'
  /** Most followers first. */
  | 'FOLLOWERS'
  /** Highest growth of followers within 30 days first: `leastRate` of `growth(days: 30)`. */
  | 'GROWTH_MONTH'
  /** Newest public post first. */
  | 'LAST_POST'
  /** Most likes of all posts first. */
  | 'TOTAL_LIKES'
  /** By handle, from a to z. */
  | 'USERNAME';

export type CreatorGrowthQueryVariables = Exact<{
  username: string;
  days?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  step?: TimelineStep | null | undefined;
}>;


export type CreatorGrowthQuery = { readonly user: { readonly id: string, readonly username: string, readonly followersCount: number | null, readonly growth: { readonly followers: { readonly absolute: number, readonly rate: number | null, readonly perDay: number, readonly earlier: { readonly at: string, readonly count: number }, readonly later: { readonly at: string, readonly count: number } } | null, readonly totalLikes: { readonly absolute: number, readonly rate: number | null } | null }, readonly history: ReadonlyArray<{ readonly at: string, readonly observedAt: string | null, readonly followers: { readonly value: number | null, readonly low: number | null, readonly high: number | null } | null, readonly totalLikes: { readonly value: number | null, readonly low: number | null, readonly high: number | null } | null, readonly totalVideos: { readonly value: number | null, readonly low: number | null, readonly high: number | null } | null }> } };

export type CreatorQueryVariables = Exact<{
  username: string;
  posts?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CreatorQuery = { readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly verified: boolean | null, readonly isPrivate: boolean | null, readonly isLive: boolean, readonly bio: string | null, readonly websiteUrl: string | null, readonly avatarUrl: string | null, readonly followersCount: number | null, readonly followingCount: number | null, readonly totalLikes: number | null, readonly totalVideos: number | null, readonly posts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly createdAt: string, readonly plays: number | null, readonly likes: number | null, readonly coverUrl: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type CreatorsQueryVariables = Exact<{
  usernames: ReadonlyArray<string> | string;
}>;


export type CreatorsQuery = { readonly usersByUsername: ReadonlyArray<{ readonly id: string, readonly username: string, readonly displayName: string | null, readonly verified: boolean | null, readonly followersCount: number | null, readonly totalLikes: number | null } | null> };

export type DatasetQueryVariables = Exact<{ [key: string]: never; }>;


export type DatasetQuery = { readonly dataset: { readonly asOf: string | null, readonly creatorsCount: number, readonly postsCount: number, readonly soundsCount: number, readonly hashtagsCount: number, readonly topCreators: ReadonlyArray<{ readonly id: string, readonly username: string, readonly followersCount: number | null }>, readonly topPosts: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly plays: number | null, readonly author: { readonly id: string, readonly username: string } | null }>, readonly topHashtags: ReadonlyArray<{ readonly postsCount: number, readonly node: { readonly id: string, readonly hashtagId: string | null, readonly name: string | null } }>, readonly topLiveRooms: ReadonlyArray<{ readonly id: string, readonly roomId: string, readonly title: string | null, readonly viewerCount: number | null }> } | null };

export type FindCreatorsQueryVariables = Exact<{
  filter?: UserFilter | null | undefined;
  orderBy?: UserOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FindCreatorsQuery = { readonly users: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly displayName: string | null, readonly bio: string | null, readonly verified: boolean | null, readonly followersCount: number | null, readonly totalLikes: number | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type FindPostsQueryVariables = Exact<{
  filter?: PostFilter | null | undefined;
  orderBy?: PostOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FindPostsQuery = { readonly posts: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly createdAt: string, readonly plays: number | null, readonly likes: number | null, readonly engagementRate: number | null, readonly shareUrl: string | null, readonly author: { readonly id: string, readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type FollowersQueryVariables = Exact<{
  username: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FollowersQuery = { readonly user: { readonly id: string, readonly followers: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly displayName: string | null, readonly avatarThumbUrl: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type HashtagTopPostsQueryVariables = Exact<{
  hashtagId: string;
  since?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type HashtagTopPostsQuery = { readonly hashtag: { readonly id: string, readonly name: string | null, readonly posts: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly createdAt: string, readonly plays: number | null, readonly engagementRate: number | null, readonly author: { readonly id: string, readonly username: string } | null }> } } };

export type HashtagQueryVariables = Exact<{
  hashtagId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type HashtagQuery = { readonly hashtag: { readonly id: string, readonly name: string | null, readonly posts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly plays: number | null, readonly author: { readonly id: string, readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type LiveNowQueryVariables = Exact<{
  keyword: string;
  first?: number | null | undefined;
}>;


export type LiveNowQuery = { readonly search: { readonly live: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly roomId: string, readonly title: string | null, readonly viewerCount: number | null, readonly coverUrl: string | null, readonly streamer: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly avatarUrl: string | null } }> } } };

export type NodeQueryVariables = Exact<{
  id: string;
}>;


export type NodeQuery = { readonly node:
    | { readonly __typename: 'Collection', readonly collectionId: string, readonly name: string | null, readonly id: string, readonly posts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null }> } }
    | { readonly __typename: 'Effect', readonly id: string }
    | { readonly __typename: 'Hashtag', readonly id: string }
    | { readonly __typename: 'LiveRoom', readonly id: string }
    | { readonly __typename: 'Place', readonly id: string }
    | { readonly __typename: 'Post', readonly postId: string | null, readonly caption: string | null, readonly id: string }
    | { readonly __typename: 'Sound', readonly soundId: string | null, readonly title: string | null, readonly id: string }
    | { readonly __typename: 'User', readonly username: string, readonly id: string }
   };

export type PlaceQueryVariables = Exact<{
  placeId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PlaceQuery = { readonly place: { readonly id: string, readonly name: string | null, readonly address: string | null, readonly cityGeonamesId: string | null, readonly countryGeonamesId: string | null, readonly postsCount: number | null, readonly posts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly createdAt: string, readonly author: { readonly id: string, readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type PostGrowthQueryVariables = Exact<{
  postId: string;
  days?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  step?: TimelineStep | null | undefined;
  fill?: HistoryFill | null | undefined;
}>;


export type PostGrowthQuery = { readonly post: { readonly id: string, readonly postId: string | null, readonly createdAt: string, readonly growth: { readonly plays: { readonly absolute: number, readonly rate: number | null, readonly perDay: number } | null, readonly likes: { readonly absolute: number, readonly rate: number | null } | null }, readonly history: ReadonlyArray<{ readonly at: string, readonly plays: { readonly value: number | null, readonly kind: ObservedCountKind } | null, readonly likes: { readonly value: number | null, readonly kind: ObservedCountKind } | null, readonly comments: { readonly value: number | null, readonly kind: ObservedCountKind } | null, readonly shares: { readonly value: number | null, readonly kind: ObservedCountKind } | null }> } };

export type PostQueryVariables = Exact<{
  by: PostBy;
}>;


export type PostQuery = { readonly post: { readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly createdAt: string, readonly isAd: boolean | null, readonly plays: number | null, readonly likes: number | null, readonly comments: number | null, readonly shares: number | null, readonly saves: number | null, readonly reposts: number | null, readonly coverUrl: string | null, readonly shareUrl: string | null, readonly durationSeconds: number | null, readonly videoWidth: number | null, readonly videoHeight: number | null, readonly author: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly verified: boolean | null, readonly avatarThumbUrl: string | null, readonly followersCount: number | null } | null, readonly sound: { readonly id: string, readonly soundId: string | null, readonly title: string | null, readonly author: string | null, readonly isOriginal: boolean | null, readonly postsCount: number | null } | null, readonly hashtags: ReadonlyArray<{ readonly id: string, readonly hashtagId: string | null, readonly name: string | null }> } };

export type ScorecardQueryVariables = Exact<{
  username: string;
}>;


export type ScorecardQuery = { readonly user: { readonly id: string, readonly username: string, readonly scorecard: { readonly audience: { readonly followers: number | null, readonly following: number | null, readonly totalLikes: number | null, readonly totalVideos: number | null }, readonly scores: { readonly engagementRate: number | null, readonly engagementPercentile: number | null, readonly postingConsistency: number, readonly nicheConcentration: number, readonly followerGrowthScore: number | null, readonly creatorAuthorityScore: number | null, readonly partnershipTier: PartnershipTier | null }, readonly intelligence: { readonly primaryNiche: string, readonly postsAnalyzed: number, readonly analysisTimestamp: string, readonly lowSampleWarning: boolean, readonly missingInputs: ReadonlyArray<MissingField> | null } } } };

export type SearchPostsQueryVariables = Exact<{
  keyword: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SearchPostsQuery = { readonly search: { readonly posts: { readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly id: string, readonly caption: string | null, readonly plays: number | null, readonly likes: number | null, readonly coverUrl: string | null, readonly shareUrl: string | null, readonly author: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly verified: boolean | null, readonly avatarThumbUrl: string | null } | null, readonly sound: { readonly id: string, readonly soundId: string | null, readonly title: string | null, readonly author: string | null } | null, readonly hashtags: ReadonlyArray<{ readonly id: string, readonly hashtagId: string | null, readonly name: string | null }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type SoundLibraryQueryVariables = Exact<{
  sort?: SoundSort | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SoundLibraryQuery = { readonly soundLibrary: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly soundId: string | null, readonly title: string | null, readonly author: string | null, readonly durationSeconds: number | null, readonly postsCount: number | null, readonly posts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly postId: string | null, readonly plays: number | null, readonly author: { readonly id: string, readonly username: string } | null }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type SuggestionsQueryVariables = Exact<{
  keyword: string;
}>;


export type SuggestionsQuery = { readonly search: { readonly suggestions: ReadonlyArray<string>, readonly completions: ReadonlyArray<{ readonly kind: CompletionKind, readonly text: string, readonly node:
        | { readonly id: string }
        | { readonly effectId: string, readonly userCount: number | null, readonly id: string }
        | { readonly hashtagId: string | null, readonly id: string }
        | { readonly id: string }
        | { readonly placeId: string, readonly postsCount: number | null, readonly id: string }
        | { readonly id: string }
        | { readonly id: string, readonly soundId: string | null, readonly author: string | null, readonly coverUrl: string | null }
        | { readonly username: string, readonly displayName: string | null, readonly verified: boolean | null, readonly followersCount: number | null, readonly avatarThumbUrl: string | null, readonly id: string }
       | null }> | null, readonly users: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly displayName: string | null, readonly verified: boolean | null, readonly followersCount: number | null, readonly avatarThumbUrl: string | null }> } } };

export type TrendingQueryVariables = Exact<{
  kind: TrendKind;
  window?: TrendWindow | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TrendingQuery = { readonly trending: { readonly endsAt: string | null, readonly edges: ReadonlyArray<{ readonly rank: number, readonly rate: number, readonly growth: { readonly absolute: number, readonly earlier: { readonly at: string, readonly count: number }, readonly later: { readonly at: string, readonly count: number } } | null, readonly node:
        | { readonly id: string, readonly hashtagId: string | null, readonly name: string | null }
        | { readonly id: string, readonly postId: string | null, readonly caption: string | null, readonly author: { readonly id: string, readonly username: string } | null }
        | { readonly id: string, readonly soundId: string | null, readonly title: string | null }
        | { readonly id: string, readonly username: string, readonly displayName: string | null }
       }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };


export const CreatorGrowthDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CreatorGrowth"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"username"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"days"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}},"defaultValue":{"kind":"IntValue","value":"30"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"step"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TimelineStep"}},"defaultValue":{"kind":"EnumValue","value":"WEEK"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"username"},"value":{"kind":"Variable","name":{"kind":"Name","value":"username"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}},{"kind":"Field","name":{"kind":"Name","value":"growth"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"days"},"value":{"kind":"Variable","name":{"kind":"Name","value":"days"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"earlier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"later"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"absolute"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"perDay"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalLikes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"absolute"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"step"},"value":{"kind":"Variable","name":{"kind":"Name","value":"step"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"followers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalLikes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalVideos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreatorGrowthQuery, CreatorGrowthQueryVariables>;
export const CreatorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Creator"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"username"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"posts"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"12"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"username"},"value":{"kind":"Variable","name":{"kind":"Name","value":"username"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"isPrivate"}},{"kind":"Field","name":{"kind":"Name","value":"isLive"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"websiteUrl"}},{"kind":"Field","name":{"kind":"Name","value":"avatarUrl"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}},{"kind":"Field","name":{"kind":"Name","value":"followingCount"}},{"kind":"Field","name":{"kind":"Name","value":"totalLikes"}},{"kind":"Field","name":{"kind":"Name","value":"totalVideos"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"posts"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"likes"}},{"kind":"Field","name":{"kind":"Name","value":"coverUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreatorQuery, CreatorQueryVariables>;
export const CreatorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Creators"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"usernames"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usersByUsername"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"usernames"},"value":{"kind":"Variable","name":{"kind":"Name","value":"usernames"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}},{"kind":"Field","name":{"kind":"Name","value":"totalLikes"}}]}}]}}]} as unknown as DocumentNode<CreatorsQuery, CreatorsQueryVariables>;
export const DatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asOf"}},{"kind":"Field","name":{"kind":"Name","value":"creatorsCount"}},{"kind":"Field","name":{"kind":"Name","value":"postsCount"}},{"kind":"Field","name":{"kind":"Name","value":"soundsCount"}},{"kind":"Field","name":{"kind":"Name","value":"hashtagsCount"}},{"kind":"Field","name":{"kind":"Name","value":"topCreators"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topPosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"topHashtags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"postsCount"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hashtagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"topLiveRooms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"roomId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCount"}}]}}]}}]}}]} as unknown as DocumentNode<DatasetQuery, DatasetQueryVariables>;
export const FindCreatorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindCreators"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UserFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UserOrder"}},"defaultValue":{"kind":"EnumValue","value":"FOLLOWERS"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}},{"kind":"Field","name":{"kind":"Name","value":"totalLikes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<FindCreatorsQuery, FindCreatorsQueryVariables>;
export const FindPostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindPosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PostFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PostOrder"}},"defaultValue":{"kind":"EnumValue","value":"NEWEST"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"likes"}},{"kind":"Field","name":{"kind":"Name","value":"engagementRate"}},{"kind":"Field","name":{"kind":"Name","value":"shareUrl"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<FindPostsQuery, FindPostsQueryVariables>;
export const FollowersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Followers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"username"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"username"},"value":{"kind":"Variable","name":{"kind":"Name","value":"username"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"followers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatarThumbUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FollowersQuery, FollowersQueryVariables>;
export const HashtagTopPostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HashtagTopPosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"hashtagId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}},"defaultValue":{"kind":"StringValue","value":"2026-01-01","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hashtag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"hashtagId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"hashtagId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"createdAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"PLAYS"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"engagementRate"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<HashtagTopPostsQuery, HashtagTopPostsQueryVariables>;
export const HashtagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Hashtag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"hashtagId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hashtag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"hashtagId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"hashtagId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<HashtagQuery, HashtagQueryVariables>;
export const LiveNowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LiveNow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"live"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"roomId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCount"}},{"kind":"Field","name":{"kind":"Name","value":"coverUrl"}},{"kind":"Field","name":{"kind":"Name","value":"streamer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatarUrl"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LiveNowQuery, LiveNowQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Sound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"soundId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"collectionId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const PlaceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Place"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"placeId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"place"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"placeId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"placeId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"cityGeonamesId"}},{"kind":"Field","name":{"kind":"Name","value":"countryGeonamesId"}},{"kind":"Field","name":{"kind":"Name","value":"postsCount"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PlaceQuery, PlaceQueryVariables>;
export const PostGrowthDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PostGrowth"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"postId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"days"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}},"defaultValue":{"kind":"IntValue","value":"1"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"step"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TimelineStep"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fill"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"HistoryFill"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"postId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"postId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"growth"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"days"},"value":{"kind":"Variable","name":{"kind":"Name","value":"days"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plays"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"absolute"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"perDay"}}]}},{"kind":"Field","name":{"kind":"Name","value":"likes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"absolute"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"step"},"value":{"kind":"Variable","name":{"kind":"Name","value":"step"}}},{"kind":"Argument","name":{"kind":"Name","value":"fill"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fill"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"plays"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"likes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"shares"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PostGrowthQuery, PostGrowthQueryVariables>;
export const PostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Post"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PostBy"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"isAd"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"likes"}},{"kind":"Field","name":{"kind":"Name","value":"comments"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"saves"}},{"kind":"Field","name":{"kind":"Name","value":"reposts"}},{"kind":"Field","name":{"kind":"Name","value":"coverUrl"}},{"kind":"Field","name":{"kind":"Name","value":"shareUrl"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"videoWidth"}},{"kind":"Field","name":{"kind":"Name","value":"videoHeight"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"avatarThumbUrl"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sound"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"soundId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"isOriginal"}},{"kind":"Field","name":{"kind":"Name","value":"postsCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hashtags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hashtagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<PostQuery, PostQueryVariables>;
export const ScorecardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Scorecard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"username"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"username"},"value":{"kind":"Variable","name":{"kind":"Name","value":"username"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"scorecard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audience"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followers"}},{"kind":"Field","name":{"kind":"Name","value":"following"}},{"kind":"Field","name":{"kind":"Name","value":"totalLikes"}},{"kind":"Field","name":{"kind":"Name","value":"totalVideos"}}]}},{"kind":"Field","name":{"kind":"Name","value":"scores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"engagementRate"}},{"kind":"Field","name":{"kind":"Name","value":"engagementPercentile"}},{"kind":"Field","name":{"kind":"Name","value":"postingConsistency"}},{"kind":"Field","name":{"kind":"Name","value":"nicheConcentration"}},{"kind":"Field","name":{"kind":"Name","value":"followerGrowthScore"}},{"kind":"Field","name":{"kind":"Name","value":"creatorAuthorityScore"}},{"kind":"Field","name":{"kind":"Name","value":"partnershipTier"}}]}},{"kind":"Field","name":{"kind":"Name","value":"intelligence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"primaryNiche"}},{"kind":"Field","name":{"kind":"Name","value":"postsAnalyzed"}},{"kind":"Field","name":{"kind":"Name","value":"analysisTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"lowSampleWarning"}},{"kind":"Field","name":{"kind":"Name","value":"missingInputs"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ScorecardQuery, ScorecardQueryVariables>;
export const SearchPostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchPosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"likes"}},{"kind":"Field","name":{"kind":"Name","value":"coverUrl"}},{"kind":"Field","name":{"kind":"Name","value":"shareUrl"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"avatarThumbUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sound"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"soundId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"author"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hashtags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hashtagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SearchPostsQuery, SearchPostsQueryVariables>;
export const SoundLibraryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SoundLibrary"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SoundSort"}},"defaultValue":{"kind":"EnumValue","value":"HOT"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"soundLibrary"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"soundId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"postsCount"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"plays"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<SoundLibraryQuery, SoundLibraryQueryVariables>;
export const SuggestionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Suggestions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"suggestions"}},{"kind":"Field","name":{"kind":"Name","value":"completions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}},{"kind":"Field","name":{"kind":"Name","value":"avatarThumbUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Hashtag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hashtagId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Place"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"placeId"}},{"kind":"Field","name":{"kind":"Name","value":"postsCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Sound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"soundId"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"coverUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Effect"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"effectId"}},{"kind":"Field","name":{"kind":"Name","value":"userCount"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"followersCount"}},{"kind":"Field","name":{"kind":"Name","value":"avatarThumbUrl"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SuggestionsQuery, SuggestionsQueryVariables>;
export const TrendingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Trending"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrendKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"window"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TrendWindow"}},"defaultValue":{"kind":"EnumValue","value":"WEEK"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"growth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"earlier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"later"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"absolute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Sound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"soundId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Hashtag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hashtagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TrendingQuery, TrendingQueryVariables>;