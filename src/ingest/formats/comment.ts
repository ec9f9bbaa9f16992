import type { Decoder } from '../decoder.ts'
import { skipped } from './post-rules.ts'
import { readId, readText } from './read-value.ts'

/** Comments resemble posts: they have an id, a text, a time and likes. */
export const comment: Decoder = {
  accepts: null,

  knows: (element) =>
    element.cid !== undefined ||
    element.comment_id !== undefined ||
    element.parent_comment_id !== undefined ||
    element.reply_comment_total !== undefined ||
    element.replyCommentTotal !== undefined ||
    element.repliesToId !== undefined,

  decode: (element) => [
    skipped(
      'a comment, not a post',
      readId(element.cid ?? element.comment_id ?? element.id) ?? readText(element.text) ?? 'no id'
    )
  ]
}
