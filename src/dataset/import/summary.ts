import type { DecodedPost, Skipped } from './decoder.ts'

/** What posts or accounts can lack without being left out, and what a reader of the summary should know of it. */
const missingLabels = {
  caption: 'posts without a caption',
  author: 'posts without an author',
  author_refused: 'posts whose author has an impossible username (imported without author)',
  user_id: 'accounts without an id (one was made up)',
  followers: 'accounts without a follower count (0)',
  sound: 'posts without a sound',
  sound_id: 'posts whose sound has no id',
  hashtag_id: 'uses of hashtags without an id',
  is_ad: 'posts that do not tell whether they are ads (not an ad)',
  plays: 'posts without a readable number of plays (0)',
  likes: 'posts without a readable number of likes (0)',
  comments: 'posts without a readable number of comments (0)',
  shares: 'posts without a readable number of shares (0)',
  saves: 'posts without a readable number of saves (0)',
  reposts: 'posts without a readable number of reposts (0)',
  cover_url: 'posts without a cover',
  share_url: 'posts without a public address',
  duration_seconds: 'posts without a duration (0)',
  frame_size: 'posts without a frame size (0)'
} as const

export type MissingField = keyof typeof missingLabels

export type ImportSummary = {
  /** Rows of the data set. */
  posts: number
  users: number
  sounds: number
  hashtags: number
  /** Further copies of posts, of which the one with the most plays was kept. */
  duplicates: number
  /** Elements left out, the most frequent reason first. */
  skipped: { reason: string; count: number; examples: string[] }[]
  missing: Record<MissingField, number>
}

/** Gathers why elements were left out, with the first few of each kind. */
export class SkipList {
  readonly #byReason = new Map<string, { reason: string; count: number; examples: string[] }>()

  add({ reason, example }: Skipped, index: number): void {
    const entry = this.#byReason.get(reason) ?? { reason, count: 0, examples: [] }
    this.#byReason.set(reason, entry)
    entry.count++
    if (entry.examples.length < 3) entry.examples.push(`element ${index}: ${example}`)
  }

  list(): ImportSummary['skipped'] {
    return [...this.#byReason.values()].sort((a, b) => b.count - a.count)
  }
}

/** Counts what posts lack. What accounts lack is only known once they are merged. */
export const countMissing = (posts: Iterable<DecodedPost>, accounts: { user_id: number; followers: number }) => {
  const missing: Record<MissingField, number> = {
    caption: 0,
    author: 0,
    author_refused: 0,
    user_id: accounts.user_id,
    followers: accounts.followers,
    sound: 0,
    sound_id: 0,
    hashtag_id: 0,
    is_ad: 0,
    plays: 0,
    likes: 0,
    comments: 0,
    shares: 0,
    saves: 0,
    reposts: 0,
    cover_url: 0,
    share_url: 0,
    duration_seconds: 0,
    frame_size: 0
  }
  const sameName = [
    'caption',
    'sound',
    'is_ad',
    'plays',
    'likes',
    'comments',
    'shares',
    'saves',
    'reposts',
    'cover_url',
    'share_url',
    'duration_seconds'
  ] as const
  for (const post of posts) {
    for (const field of sameName) if (post[field] === null) missing[field]++
    if (post.author_refused) missing.author_refused++
    else if (post.author === null) missing.author++
    if (post.sound !== null && post.sound.sound_id === null) missing.sound_id++
    if (!post.video_height || !post.video_width) missing.frame_size++
    missing.hashtag_id += post.hashtags.filter((use) => use.id === null).length
  }
  return missing
}

const spelled = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, noun: string) => `${spelled(count)} ${noun}${count === 1 ? '' : 's'}`

/** Readable lines for a terminal. */
export const describeSummary = (summary: ImportSummary): string => {
  const rows = (['post', 'user', 'sound', 'hashtag'] as const).map((kind) => counted(summary[`${kind}s`], kind))
  const lines = [`Imported ${rows.join(', ')}.`]
  if (summary.duplicates > 0) lines.push(`Dropped ${counted(summary.duplicates, 'duplicate')}.`)
  for (const { reason, count, examples } of summary.skipped) {
    lines.push(`Skipped ${spelled(count)}: ${reason} (${examples.join('; ')}${count > examples.length ? '; …' : ''})`)
  }
  const missing = (Object.keys(missingLabels) as MissingField[]).filter((field) => summary.missing[field] > 0)
  if (missing.length > 0) lines.push('Not told by the file:')
  for (const field of missing) lines.push(`  ${spelled(summary.missing[field])} ${missingLabels[field]}`)
  return lines.join('\n')
}
