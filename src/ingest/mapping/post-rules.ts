import { isAhead } from '../../records/fields.ts'
import { hashtagText } from '../../records/hashtag-name.ts'
import { isRounded } from '../../records/identifiers.ts'
import type { HashtagUse } from '../../records/post.ts'
import type { Decoded, DecodedPost, DecodedSound, Seen } from './decoder.ts'
import { isBeyond64Bits, readCount, readId, readPastTime, readText, readTime } from './read-value.ts'

/** An invalid id for a message. Objects are only named: their content is arbitrary, including `toString`. */
const shown = (value: unknown) => {
  if (value === null || typeof value === 'object') return value === null ? 'null' : 'that is an object'
  return JSON.stringify(String(value).slice(0, 40).toWellFormed())
}

/** An element that is no record to import. */
export const skipped = (reason: string, example: string): Decoded => ({ kind: 'skipped', skipped: { reason, example } })

/** A record without a required field. */
export const refused = (reason: string, example: string): Decoded => ({
  kind: 'skipped',
  skipped: { reason, example, isRefused: true }
})

/** An id rounded by a spreadsheet or data frame, such as 7.62E+18, also with a decimal comma, and 7620000000000001024.0. */
export const hasLostDigits = (id: unknown): boolean =>
  (isRounded(id) && Number(id) < 2 ** 63) ||
  (typeof id === 'string' && /^\s*(?:\d([.,]\d+)?E\+?\d{2}|\d{16,}[.,]0+)\s*$/i.test(id))

/** Ids of posts begin with the second of their creation; shorter ids do not. */
const shortestTimedId = 18
/** The platform's first year. */
const firstTime = Date.UTC(2016) / 1000

/** Creation time of a post from its id, in Unix seconds; null if impossible. */
const timeInId = (post_id: string): number | null => {
  const time = post_id.length < shortestTimedId ? 0 : Number(BigInt(post_id) >> 32n)
  return time < firstTime || isAhead(time) ? null : time
}

/** The required fields of a post, or why it is refused. `isTimeDerived`: the time is from the id. */
export const readKey = (
  id: unknown,
  time: unknown
): { key: { post_id: string; created_at: number }; isTimeDerived: boolean } | { skipped: readonly Decoded[] } => {
  const post_id = readId(id)
  if (post_id === null) {
    const reason = isBeyond64Bits(id)
      ? 'post id beyond 64 bits'
      : hasLostDigits(id)
        ? 'post id without its last digits, as spreadsheets write it: export the table again with ids as text'
        : 'no valid post id'
    return { skipped: [refused(reason, id === undefined ? 'no id' : `id ${shown(id)}`)] }
  }
  const created_at = readPastTime(time)
  if (created_at !== null) return { key: { post_id, created_at }, isTimeDerived: false }
  if (readTime(time) !== null) return { skipped: [refused('creation time in the future', post_id)] }
  if (readText(time) !== null && readCount(time) === null) {
    const reason = 'unreadable creation time: write it as 2026-06-01T12:00:00Z or in Unix seconds'
    return { skipped: [refused(reason, `${post_id} at ${shown(time)}`)] }
  }
  const derived = timeInId(post_id)
  if (derived !== null) return { key: { post_id, created_at: derived }, isTimeDerived: true }
  return { skipped: [refused('incomplete record: no creation time', post_id)] }
}

/** The sound, unless it has neither id nor name: it could not be shown or looked up. */
export const unlessNameless = (sound: DecodedSound): DecodedSound | null =>
  sound.sound_id === null && sound.title === null && sound.author === null ? null : sound

/** A use of a hashtag in its original spelling; none without id and text. */
export const readHashtagUse = (id: string | null, written: string | null): readonly HashtagUse[] => {
  const name = written === null ? null : hashtagText(written) || null
  return id === null && name === null ? [] : [{ id, name }]
}

/** Whether a post has no content and no plays, as collectors write removed posts. */
const isHollow = (post: DecodedPost) =>
  post.is_private !== true &&
  !post.caption &&
  !post.duration_seconds &&
  !post.video_height &&
  !post.video_width &&
  !post.plays &&
  !post.likes &&
  !post.comments &&
  !post.shares

export const finished = (post: DecodedPost, seen: Seen): readonly Decoded[] =>
  isHollow(post)
    ? [skipped('incomplete record: no video, no counts and no text', post.post_id)]
    : [{ kind: 'post', post, seen }]
