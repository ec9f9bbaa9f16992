import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isLeftOut } from './ignored-terms.ts'

const folder = resolve(import.meta.dirname, '../../shared/samples')

/** A feed that a collector wrote. It is other people's data, so it lies beside the project and never in it. */
export const collected = (name: string) => {
  const file = resolve(folder, name)
  const why = `what an import makes of ${name}, which is not in ../shared/samples`
  return { name, file, isLeftOut: isLeftOut(existsSync(file), why, { evenInCi: true }) }
}

/** A list of posts of many creators, and one of a creator's own. */
export const mixedFeed = collected('collector_500.json')
export const creatorFeed = collected('collector_user_40.json')
export const appFeed = collected('aweme_12.json')
export const hashtagFeed = collected('hashtag_feed_46.json')
export const userSearch = collected('user_search_48.json')
export const followerList = collected('followers_100.json')
export const researchFeed = collected('research_14.json')
export const webProfile = collected('web_user_1.json')
