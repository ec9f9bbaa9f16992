import { anyState, from, within } from '../mapping/readings.ts'

/** How accounts say that they are private, by all names that the flag has had. */
const ofAccounts = ['privateAccount', 'private', 'secret', 'isSecret', 'is_private', 'private_account']
export const privateAccount = anyState(...ofAccounts)
/** In a post with its author, or beside it. */
export const privateAuthor = anyState(...ofAccounts.map((key) => `author.${key}`), 'authorPrivate')
/** In columns of tables of posts, where the shorter names are those of the post. */
export const privateAuthorInTables = anyState(
  ...['author_private', 'author_is_private', 'author_private_account', 'authorPrivate'],
  ...['privateAccount', 'private_account']
)

/** How posts say that not everybody may see them: only the author, friends, or nobody since they were deleted or taken down. */

const ofPages = ['privateItem', 'secret', 'forFriend', 'takeDown']
const ofApp = [
  ...['private_status', 'is_private', 'self_see', 'part_see'],
  ...['is_delete', 'in_reviewing', 'is_prohibited']
]
const inCamelCase = (key: string): string => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** In posts of the platform's pages. */
export const notPublicOnPages = anyState(...ofPages)
/** In posts of the app, whose parts some tools put side by side. */
export const notPublicInApp = anyState(...ofApp.map((key) => `status.${key}`), ...ofApp)
/** In posts of the pages of the app in China. */
export const notPublicOnDouyin = within('status', anyState(...ofApp.map(inCamelCase)))
/** In columns of tables. */
export const notPublicInTables = anyState(...ofPages, ...ofApp)
/** `needs_auth` is a matter of the place or the age of who asks. */
export const notPublicToYtdlp = from((value) =>
  /^public$/i.test(String(value))
    ? false
    : /^(private|premium_only|subscriber_only|unlisted)$/i.test(String(value)) || null
)
