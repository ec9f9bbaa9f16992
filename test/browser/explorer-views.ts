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
  post: `/?post=${examples.postId}`,
  sound: `/?sound=${examples.soundId}`,
  'sound library': '/?sounds=hot',
  hashtag: `/?hashtag=${examples.challengeId}`,
  place: `/?place=${examples.placeId}`,
  collection: `/?collection=${examples.collectionId}`,
  effect: `/?effect=${examples.effectId}`,
  'live room': `/?live=${examples.roomId}`
}

/** Waits until the view shows its content or says why it has none. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor()
  await page.locator('.loading').waitFor({ state: 'detached' })
}

export const openView = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await settled(page)
}
