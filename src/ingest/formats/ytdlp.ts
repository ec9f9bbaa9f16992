import { id, int, moment, text, total, url, urlWithoutQuery, username, usernameInUrl } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'
import { notPublicToYtdlp } from './not-public.ts'

/** Metadata that the downloader yt-dlp writes beside a video. Its `repost_count` is the platform's number of shares. */
export const ytdlpPost: Mapping = {
  name: 'yt-dlp post',
  accepts: 'yt-dlp .info.json with "extractor_key": "TikTok"',
  evidence: ['TikTok', 'Douyin'].flatMap((site) => [
    evidence(9, `extractor_key=${site}`, 'webpage_url'),
    // An entry of a list has little more than its address.
    evidence(9, `ie_key=${site}`, 'url')
  ]),
  collectedAt: moment('epoch'),
  post: {
    post_id: id('id'),
    // Lists may have only the day.
    created_at: moment('timestamp', 'upload_date'),
    caption: text('description', 'title'),
    is_private: notPublicToYtdlp('availability'),
    plays: total('view_count'),
    likes: total('like_count'),
    comments: total('comment_count'),
    shares: total('repost_count'),
    saves: total('save_count'),
    cover_url: url('thumbnail', 'thumbnails.0.url'),
    share_url: urlWithoutQuery('webpage_url', 'url'),
    duration_seconds: int('duration'),
    video_height: int('height'),
    video_width: int('width'),
    author: {
      user_id: id('uploader_id'),
      username: [...usernameInUrl('webpage_url', 'url', 'uploader_url'), ...username('uploader')],
      display_name: text('channel', 'creator')
    },
    sound: { title: text('track'), author: text('artist', 'artists.0') },
    hashtags: 'caption'
  }
}
