import type { Decoder } from '../decoder.ts'
import { strengthOf } from '../mapping/format.ts'
import { skipped } from '../mapping/post-rules.ts'
import { readId, readText } from '../mapping/read-value.ts'
import { evidence } from '../mapping/tables.ts'

/** Comments resemble posts: they have an id, a text, a time and likes. */
export const comment: Decoder = {
  name: 'comment',
  accepts: null,

  // Stronger than the keys of posts beside them.
  strength: strengthOf(
    ['cid', 'comment_id', 'parent_comment_id', 'reply_comment_total', 'replyCommentTotal', 'repliesToId'].map((key) =>
      evidence(20, key)
    )
  ),

  decode: (element) => [
    skipped(
      'a comment, not a post',
      readId(element.cid ?? element.comment_id ?? element.id) ?? readText(element.text) ?? 'no id'
    )
  ]
}
