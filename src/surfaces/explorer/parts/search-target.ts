import { ExploreHandleDocument, ExploreHashtagNameDocument } from '../../../../built/documents.js'
import { ask } from '../graph/client.ts'
import { hashtagRoute, type Route, shortcutOf } from '../route.ts'

/** A word with a dot, an underscore or a digit is probably a handle. */
const handleLike = /^(?=.*[._\d])[\p{L}\p{N}._]{2,64}$/u

const hashtag = /^[#﹟＃]+\s*(\S+)$/u

/** The route of typed text: the creator with exactly this handle, the hashtag with exactly this name, a post by its URL; else a search. */
export const searchTarget = async (text: string): Promise<Route> => {
  const search: Route = { view: 'search', keyword: text, among: 'posts' }
  const shortcut = shortcutOf(text)
  if (shortcut !== null) return shortcut
  // If the request fails, the search view opens and shows the problem.
  const name = hashtag.exec(text)?.[1]
  if (name !== undefined) {
    const found = await ask(ExploreHashtagNameDocument, { name }).then(
      (data) => data.hashtag,
      () => null
    )
    return (found && hashtagRoute(found)) ?? search
  }
  if (!handleLike.test(text)) return search
  const username = await ask(ExploreHandleDocument, { username: text }).then(
    (data) => data.user?.username,
    () => null
  )
  return username == null ? search : { view: 'creator', username, shows: 'posts' }
}
