import { mergeAccounts } from './accounts.ts'
import { mergeHashtags } from './hashtags.ts'
import { mergeRooms } from './live-rooms.ts'
import type { MergeStore } from './merge-store.ts'
import type { Observations } from './observe.ts'
import { mergePosts } from './posts.ts'
import { mergeRelations } from './relations.ts'
import type { Tally } from './tally.ts'
import { mergeCollections, mergeEffects, mergePlaces, mergeSounds } from './things.ts'

/** Merges observations into a store within one of its transactions and counts the changes. */
export const mergeRecords = async (store: MergeStore, observations: Observations, tally: Tally): Promise<void> => {
  await store.noteSources(observations.sources)
  // Posts refer to the others, so they come last.
  const sounds = await mergeSounds(store, observations, tally)
  const places = await mergePlaces(store, observations, tally)
  await mergeEffects(store, observations, tally)
  await mergeCollections(store, observations, tally)
  await mergeRelations(store, observations, tally)
  const hashtags = await mergeHashtags(store, observations, tally)
  const accounts = await mergeAccounts(store, observations, tally)
  await mergeRooms(store, observations, accounts, tally)
  await mergePosts(store, observations, { sounds, places, hashtags, accounts }, tally)
  await store.keepSummary()
}
