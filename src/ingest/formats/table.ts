import {
  country,
  flag,
  id,
  int,
  language,
  moment,
  postUrl,
  seconds,
  shownTotal,
  text,
  url,
  username,
  usernameInUrl,
  website
} from '../mapping/readings.ts'
import { evidence, type Mapping, type PostTable, withoutCommentText } from '../mapping/tables.ts'
import { notPublicInTables, privateAccount, privateAuthorInTables } from './not-public.ts'

const addresses = [
  ...['url', 'sourceUrl', 'video_url', 'video_link', 'vid_url', 'post_url', 'web_video_url'],
  ...['share_url', 'aweme_url', 'link']
]

/**
 * Posts in tables and lists of research packages, sellers of data sets and people's own scripts: flat, with a few names for each field.
 * Evidence must not combine fields of different tools.
 */
export const tablePost: Mapping & { readonly post: PostTable } = {
  name: 'table post',
  accepts:
    'tables of posts with "video_id", "video_playcount", or "post_id", "profile_username", or "n_plays", "n_likes"',
  evidence: [
    evidence(4, 'video_id', 'video_timestamp'),
    evidence(5, 'post_id', 'digg_count', ...withoutCommentText),
    evidence(4, 'n_plays', 'n_likes'),
    evidence(4, 'vid_id', 'vid_nview'),
    evidence(4, 'video_id', 'video_view_count'),
    evidence(4, 'video_id', 'likes', ...withoutCommentText),
    evidence(4, 'video_id', 'likes', 'views'),
    evidence(3, 'video_id', 'play_count', '!music_info'),
    evidence(6, 'authorUsername', 'playCount'),
    evidence(3, 'playCount', 'desc', '!authorMeta'),
    evidence(3, 'plays', 'id', 'create_time'),
    // Other formats have the counts too, but fewer names.
    evidence(1, 'playCount', '!authorMeta'),
    ...['author_unique_id', 'author_nickname', 'music_title', 'created_at', 'caption', 'desc'].map((key) =>
      evidence(1, 'view_count', 'like_count', key)
    )
  ],
  collectedAt: moment('fetch_time', 'vid_scrapetime', 'scrape_time', 'timestamp'),
  post: {
    post_id: id('video_id', 'post_id', 'vid_id', 'aweme_id', 'content_id', 'id'),
    created_at: moment(
      'create_time',
      'createTime',
      'createTimeISO',
      'video_timestamp',
      'video_time',
      'vid_posttime',
      'created_at',
      'post_time',
      'posted_time',
      'posted_at',
      'upload_time',
      'publish_time',
      'published_at'
    ),
    caption: text(
      'video_description',
      'video_desc',
      'vid_caption',
      'video_title',
      'description',
      'desc',
      'caption',
      'text',
      'title'
    ),
    country: country('region_code', 'location_created', 'locationCreated', 'region'),
    language: language('text_language', 'textLanguage', 'desc_language', 'language'),
    is_ad: flag('video_is_ad', 'is_ad'),
    is_private: notPublicInTables,
    plays: shownTotal(
      'video_playcount',
      'video_view_count',
      'vid_nview',
      'n_plays',
      'play_count',
      'playCount',
      'plays',
      'views',
      'view_count',
      'vv'
    ),
    likes: shownTotal(
      'video_diggcount',
      'video_like_count',
      'vid_nlike',
      'n_likes',
      'digg_count',
      'diggCount',
      'liked_count',
      'likes',
      'like_count'
    ),
    comments: shownTotal(
      'video_commentcount',
      'video_comment_count',
      'vid_ncomment',
      'n_comments',
      'comment_count',
      'commentCount',
      'comments'
    ),
    shares: shownTotal(
      'video_sharecount',
      'video_share_count',
      'vid_nshare',
      'n_shares',
      'share_count',
      'shareCount',
      'shares'
    ),
    saves: shownTotal(
      'video_collectcount',
      'vid_nsave',
      'n_saves',
      'collect_count',
      'collectCount',
      'collected_count',
      'saves',
      'save_count',
      'favorites_count'
    ),
    reposts: shownTotal('repost_count', 'reposts'),
    cover_url: url('preview_image', 'cover', 'cover_url', 'video_cover', 'thumbnail_url'),
    share_url: postUrl(...addresses),
    duration_seconds: seconds(
      'video_duration',
      'video_length',
      'video_duration_sec',
      'vid_duration',
      'duration',
      'durationSeconds'
    ),
    video_height: int('height', 'video_height'),
    video_width: int('width', 'video_width'),
    author: {
      user_id: id('profile_id', 'author_id', 'user_id', 'author_uid', 'authorId'),
      username: username(
        'author_username',
        'authorUsername',
        'authorUniqueId',
        'profile_username',
        'author_unique_id',
        'user_unique_id',
        'user_name',
        'username',
        'account_id',
        'author'
      ),
      display_name: text('author_nickname', 'author_name', 'authorNickname', 'nickname'),
      verified: flag('author_verified', 'is_verified', 'authorVerified'),
      is_private: privateAuthorInTables,
      bio: text('author_bio', 'profile_biography', 'user_signature'),
      country: country('author_region'),
      language: language('author_language'),
      avatar_url: url('profile_avatar', 'author_avatar', 'avatar'),
      avatar_thumb_url: url('profile_avatar', 'author_avatar', 'avatar'),
      followers: shownTotal(
        'author_followercount',
        'profile_followers',
        'n_followers',
        'user_followers',
        'author_followers'
      ),
      following: shownTotal('author_followingcount'),
      total_likes: shownTotal('author_heartcount', 'n_total_likes'),
      total_videos: shownTotal('author_videocount', 'n_total_vids')
    },
    sound: {
      sound_id: id('music.id', 'music_id', 'sound_id'),
      title: text('music.title', 'music_title', 'music_name', 'original_sound', 'song', 'music'),
      author: text('music.authorname', 'music.authorName', 'music_author', 'music_authorName'),
      is_original: flag('music.original', 'music.isOriginal'),
      cover_url: url('music.covermedium'),
      play_url: url('music.playurl')
    },
    hashtags: ['hashtags', 'vid_hashtags', 'challenges'].map((list) => ({
      list,
      id: [],
      name: ['name', 'title', 'hashtag']
    })),
    site: {}
  }
}

/** Accounts of a seller of data sets. */
export const tableAccount: Mapping = {
  name: 'table account',
  accepts: 'tables of accounts with "account_id", "followers", "biography", or "tt_link", "follower_cnt"',
  evidence: [
    evidence(5, 'account_id', 'followers'),
    evidence(5, 'tt_link', 'follower_cnt'),
    evidence(5, 'handle', 'profile_url', 'region')
  ],
  collectedAt: moment('timestamp'),
  user: {
    user_id: id('id', 'user_id'),
    username: [...username('account_id', 'handle'), ...usernameInUrl('tt_link')],
    display_name: text('nickname', 'nick_name'),
    website_url: website('bio_link'),
    verified: flag('is_verified'),
    is_private: privateAccount,
    bio: text('biography'),
    country: country('region', 'country_code'),
    language: language('predicted_lang'),
    avatar_url: url('profile_pic_url_hd', 'profile_pic_url', 'avatar_url'),
    avatar_thumb_url: url('profile_pic_url', 'profile_pic_url_hd', 'avatar_url'),
    followers: shownTotal('followers', 'follower_cnt'),
    following: shownTotal('following'),
    total_likes: shownTotal('likes', 'liked_cnt'),
    total_videos: shownTotal('videos_count')
  }
}
