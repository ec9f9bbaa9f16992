import type { Page } from 'playwright-core'
import { examples } from '../../src/services/examples.ts'

/** An address of every view of the explorer, by its name. */
export const views: Readonly<Record<string, string>> = {
  start: '/',
  'search for posts': '/?search=home',
  'search for creators': '/?search=a&among=creators',
  'search for live rooms': '/?search=a&among=live',
  creator: `/?creator=${examples.username}`,
  reposts: `/?creator=${examples.username}&shows=reposts`,
  followers: `/?creator=${examples.username}&shows=followers`,
  'find creators': '/?find=creators&followers=10k-100k&order=engagement_rate',
  'find posts': '/?find=posts&hashtags=fyp&as=grid',
  comparison: `/?compare=${examples.username},andres_herrera`,
  lists: '/?lists',
  'a list from a link': `/?list=Campaign&creators=${examples.username},nobody.at.all,andres_herrera`,
  post: `/?post=${examples.postId}`,
  sound: `/?sound=${examples.soundId}`,
  'sound library': '/?sounds=hot',
  'trending sounds': '/?trending=sounds',
  'trending creators': '/?trending=creators&window=month',
  hashtag: `/?hashtag=${examples.challengeId}`,
  place: `/?place=${examples.placeId}`,
  collection: `/?collection=${examples.collectionId}`,
  effect: `/?effect=${examples.effectId}`,
  'live room': `/?live=${examples.roomId}`
}

/** Pages beside the explorer. */
export const otherPages: Readonly<Record<string, string>> = {
  GraphiQL: '/graphql',
  'REST reference': '/docs',
  schema: '/docs/schema',
  'from REST to GraphQL': '/docs/map',
  errors: '/docs/errors',
  'one error': '/docs/errors/NOT_FOUND',
  limits: '/docs/limits',
  guides: '/docs/guides',
  'one guide': '/docs/sharing',
  'no such page': '/nowhere'
}

/** Every page of a server, with those that say that something is missing. */
export const everyPage: readonly (readonly [name: string, address: string])[] = [
  ...Object.entries(views),
  ['nothing found', '/?search=qqqxzzy'],
  ['unknown creator', '/?creator=nobody.here'],
  ...Object.entries(otherPages)
]

/** Waits until the view shows its content or says why it has none. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor()
  await page.locator('.loading').waitFor({ state: 'detached' })
}

export const openView = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await settled(page)
}

/** Opens the query behind the view. */
export const openCode = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Query and code', exact: true }).click()
  await page.getByRole('group', { name: 'Language' }).waitFor()
}
