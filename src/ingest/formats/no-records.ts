import type { Decoder } from '../mapping/decoder.ts'
import { strengthOf } from '../mapping/format.ts'
import { skipped } from '../mapping/post-rules.ts'
import { type Fields, readFields, readId, readText } from '../mapping/read-value.ts'
import { evidence } from '../mapping/tables.ts'

type NoRecord = {
  name: string
  reason: string
  evidence: ReturnType<typeof evidence>[]
  example: (element: Fields) => unknown[]
  mayHoldRecords?: true
}

const kinds: readonly NoRecord[] = [
  {
    // Comments resemble posts: they have an id, a text, a time and likes. This evidence is stronger than that of posts.
    name: 'comment',
    reason: 'a comment, not a post',
    evidence: [
      evidence(20, 'cid', '!cha_name'),
      ...[
        'comment_id',
        'commentId',
        'parent_comment_id',
        'reply_comment_total',
        'replyCommentTotal',
        'repliesToId'
      ].map((key) => evidence(20, key)),
      // Comments with the id of their post.
      evidence(20, 'videoId', 'text', '!playCount', '!webVideoUrl'),
      evidence(20, 'aweme_id', 'text', '!desc', '!statistics'),
      evidence(20, 'replyCount', 'text'),
      ...['comment_url', 'is_comment_on_comment'].map((key) => evidence(20, key)),
      evidence(20, 'reply_total', 'text')
    ],
    example: ({ cid, comment_id, id, text }) => [cid, comment_id, id, text]
  },
  {
    // Hashtags are imported with their posts.
    name: 'hashtag',
    reason: 'a hashtag without a post',
    evidence: [
      evidence(4, 'cha_name', '!aweme_id'),
      evidence(4, 'challenge.title'),
      evidence(4, 'challengeId', 'challengeName')
    ],
    example: ({ cid, id, challengeId, challenge, cha_name }) => [
      cid,
      id,
      challengeId,
      readFields(challenge).id,
      cha_name
    ],
    mayHoldRecords: true
  },
  {
    name: 'list of yt-dlp',
    reason: 'a list of yt-dlp without its posts',
    evidence: [evidence(1, '_type=playlist', '!entries')],
    example: ({ id, title }) => [id, title]
  }
]

/** Elements that are recognized only to be skipped with a reason. */
export const noRecords: readonly Decoder[] = kinds.map(({ name, reason, evidence, example, mayHoldRecords }) => ({
  name,
  accepts: null,
  strength: strengthOf(evidence),
  valuesRead: () => 0,
  mayHoldRecords: () => mayHoldRecords === true,
  decode: (element) => {
    const [shown] = example(element).flatMap((value) => readId(value) ?? readText(value) ?? [])
    return [skipped(reason, shown ?? 'no id')]
  }
}))
