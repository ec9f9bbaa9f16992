import { id, int, moment, text, total, url, urlWithoutQuery, usernameInUrl } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'

/** Posts of an account from the platform's Display interface. Only their address has the author. */
export const displayPost: Mapping = {
  name: 'display post',
  accepts: 'posts of the Display interface with "cover_image_url", "embed_link"',
  // Each field may be requested alone.
  evidence: [
    ...['cover_image_url', 'embed_link', 'embed_html'].map((key) => evidence(4, 'id', key)),
    ...['title', 'video_description', 'view_count'].map((key) => evidence(3, 'share_url', 'id', key))
  ],
  post: {
    post_id: id('id'),
    created_at: moment('create_time'),
    caption: text('video_description', 'title'),
    plays: total('view_count'),
    likes: total('like_count'),
    comments: total('comment_count'),
    shares: total('share_count'),
    cover_url: url('cover_image_url'),
    share_url: urlWithoutQuery('share_url'),
    duration_seconds: int('duration'),
    video_height: int('height'),
    video_width: int('width'),
    author: { username: usernameInUrl('share_url') },
    hashtags: 'caption'
  }
}
