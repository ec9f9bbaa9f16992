import type { Decoded, DecodedUser, Decoder } from '../decoder.ts'
import { Counts } from './counts.ts'
import { skipped } from './post-rules.ts'
import { type Fields, readAsset, readFlag, readId, readText, readUsername, readWebsite } from './read-value.ts'

/** Either kind of verification shows a tick; each is a text, empty without it. */
const readVerified = (fields: Fields): boolean | null => {
  const verified = readFlag(fields.is_verified)
  if (verified !== null) return verified
  const reasons = [fields.custom_verify, fields.enterprise_verify_reason]
  if (reasons.every((reason) => reason === undefined)) return null
  return reasons.some((reason) => readText(reason) !== null)
}

export const appProfile = (fields: Fields, username: string, counts: Counts, prefix: '' | 'author.'): DecodedUser => {
  const thumb = readAsset(fields.avatar_thumb) ?? readAsset(fields.avatar_medium)
  return {
    user_id: readId(fields.uid),
    username,
    display_name: readText(fields.nickname),
    website_url: readWebsite(fields.bio_url),
    verified: readVerified(fields),
    is_private: readFlag(fields.is_private) ?? readFlag(fields.secret),
    bio: readText(fields.signature),
    avatar_url:
      readAsset(fields.avatar_larger) ?? readAsset(fields.avatar_large) ?? readAsset(fields.avatar_medium) ?? thumb,
    avatar_thumb_url: thumb,
    followers: counts.read(`${prefix}followers`, fields.follower_count),
    following: counts.read(`${prefix}following`, fields.following_count),
    total_likes: counts.read(`${prefix}total_likes`, fields.total_favorited),
    total_videos: counts.read(`${prefix}total_videos`, fields.video_count ?? fields.aweme_count)
  }
}

/** Accounts from searches and follower lists of the platform's app; the latter lack counts. */
export const appUser: Decoder = {
  accepts: 'app accounts with "unique_id", "uid"',

  knows: (element) => element.unique_id !== undefined && (element.uid !== undefined || element.sec_uid !== undefined),

  decode(element): readonly Decoded[] {
    const username = readUsername(element.unique_id)
    if (username === null) return [skipped('no valid username', readId(element.uid) ?? 'no id')]
    const counts = new Counts()
    const user = appProfile(element, username, counts, '')
    return [{ kind: 'user', user, seen: counts.seen(element) }]
  }
}
