import { anyState, from, within } from '../mapping/readings.ts'

/** All names of the flag for private accounts. */
const ofAccounts = ['privateAccount', 'private', 'secret', 'isSecret', 'is_private', 'private_account']
export const privateAccount = anyState(...ofAccounts)
/** The flag in the author of a post, or beside it. */
export const privateAuthor = anyState(...ofAccounts.map((key) => `author.${key}`), 'authorPrivate')
/** The flag in tables of posts, where the shorter names belong to the post. */
export const privateAuthorInTables = anyState(
  ...['author_private', 'author_is_private', 'author_private_account', 'authorPrivate'],
  ...['privateAccount', 'private_account']
)

/** Flags of posts that are not public: visible only to the author or friends, deleted, or taken down. */

const ofPages = ['privateItem', 'secret', 'forFriend', 'takeDown']
const ofApp = [
  ...['private_status', 'is_private', 'self_see', 'part_see'],
  ...['is_delete', 'in_reviewing', 'is_prohibited']
]
const inCamelCase = (key: string): string => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The flags in posts of the platform's pages. */
export const notPublicOnPages = anyState(...ofPages)
/** The flags in posts of the app, whose parts some tools flatten. */
export const notPublicInApp = anyState(...ofApp.map((key) => `status.${key}`), ...ofApp)
/** The flags in posts of the pages of the app in China. */
export const notPublicOnDouyin = within('status', anyState(...ofApp.map(inCamelCase)))
/** The flags in columns of tables. */
export const notPublicInTables = anyState(...ofPages, ...ofApp)
/** `needs_auth` does not count, because it depends on the region or age of the viewer. */
export const notPublicToYtdlp = from((value) =>
  /^public$/i.test(String(value))
    ? false
    : /^(private|premium_only|subscriber_only|unlisted)$/i.test(String(value)) || null
)
