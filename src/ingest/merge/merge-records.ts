import { gatherAccounts } from './accounts.ts'
import { gatherHashtags } from './hashtags.ts'
import type { GatherStore } from './merge-store.ts'
import type { Told } from './observe.ts'
import { gatherPosts } from './posts.ts'
import type { Tally } from './tally.ts'
import { gatherPlaces, gatherSounds } from './things.ts'

/** Adds what observations told to what a store has gathered, within one transaction of its, and counts what became of it. */
export const gather = async (store: GatherStore, told: Told, tally: Tally): Promise<void> => {
  await store.noteSources(told.sources)
  // Posts refer to the others.
  const sounds = await gatherSounds(store, told, tally)
  const places = await gatherPlaces(store, told, tally)
  const hashtags = await gatherHashtags(store, told, tally)
  const accounts = await gatherAccounts(store, told, tally)
  await gatherPosts(store, told, { sounds, places, hashtags, accounts }, tally)
}
