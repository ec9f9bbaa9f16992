import type { GatherStore } from '../../source/gathered.ts'
import { gatherAccounts } from './accounts.ts'
import { gatherHashtags } from './hashtags.ts'
import { type Observation, tell } from './observe.ts'
import { gatherPosts } from './posts.ts'
import type { Tally } from './tally.ts'
import { gatherPlaces, gatherSounds } from './things.ts'

/** Adds observations to what a store has gathered, within one transaction of its, and counts what became of them. */
export const gather = async (store: GatherStore, observations: Iterable<Observation>, tally: Tally): Promise<void> => {
  const told = tell(observations)
  await store.noteSources(told.sources)
  // Posts refer to the others.
  const sounds = await gatherSounds(store, told, tally)
  const places = await gatherPlaces(store, told, tally)
  const hashtags = await gatherHashtags(store, told, tally)
  const accounts = await gatherAccounts(store, told, tally)
  await gatherPosts(store, told, { sounds, places, hashtags, accounts }, tally)
}
