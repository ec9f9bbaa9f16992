import { challengeServices } from './challenges.ts'
import { collectionServices } from './collections.ts'
import { Cursors } from './cursors.ts'
import { effectServices } from './effects.ts'
import type { FeedDependencies } from './feed-page.ts'
import { intelligenceServices } from './intelligence.ts'
import { liveServices } from './live.ts'
import { placeServices } from './places.ts'
import { postServices } from './posts.ts'
import { searchServices } from './search.ts'
import { soundServices } from './sounds.ts'
import { userServices } from './users.ts'

/** Everything that can be asked, by group. Both surfaces call these and nothing below them. */
export const createServices = (dependencies: FeedDependencies & { now: () => number }) => ({
  users: userServices(dependencies),
  posts: postServices(dependencies),
  sounds: soundServices(dependencies),
  search: searchServices(dependencies),
  live: liveServices(dependencies),
  effects: effectServices(dependencies),
  places: placeServices(dependencies),
  collections: collectionServices(dependencies),
  challenges: challengeServices(dependencies),
  intelligence: intelligenceServices(dependencies)
})
export type Services = ReturnType<typeof createServices>

/** Services to describe, not to call: their inputs are what contracts are made from, and reading anything throws. */
export const describedServices = (): Services => {
  const unread = (): never => {
    throw new Error('these services only describe themselves')
  }
  return createServices({
    // Never reached: no operation runs.
    reads: { lookUp: unread, page: unread } as unknown as FeedDependencies['reads'],
    cursors: new Cursors([]),
    now: unread
  })
}
