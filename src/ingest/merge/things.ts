import { isSoundFacts, keyOfSound } from '../../records/facts-key.ts'
import { differing, type Merged, merge, place } from './merge.ts'
import type { Cell, MergedState, MergeStore, Stored } from './merge-store.ts'
import type { Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

/** Row of each observed record, by public key. */
export type Pks = ReadonlyMap<string, number>

const factFields = (['title', 'author', 'is_original'] as const).map((field) => place('sounds', field))
/** The key of a post's sound if the post gives these facts without id. */
const factsOf = (values: readonly Cell[]): string => {
  const [title, author, isOriginal] = factFields.map((field) => values[field] ?? null)
  // The first two are texts and the last one a flag.
  return keyOfSound([title as string | null, author as string | null, isOriginal as number | null]).key
}
const isSoundStale = differing('sounds', ['title', 'author'])
const isPlaceStale = differing('places', ['name', 'address'])

export const mergeSounds = async (store: MergeStore, observations: Observations, tally: Tally): Promise<Pks> => {
  const known = await store.sounds([...observations.sounds.keys()])
  const { pks, rows, stale } = mergeAll(store, 'sounds', observations.sounds, known, isSoundStale, tally)
  await store.writeSounds(rows.map(({ key, ...row }) => ({ ...row, id: isSoundFacts(key) ? null : key })))
  await store.noteStale('sounds', stale)
  const facts = new Set([...pks.keys()].filter(isSoundFacts))
  // The sound that facts refer to depends on all sounds with an id that have them.
  for (const { state, before } of rows.filter(({ isChanged }) => isChanged)) {
    facts.add(factsOf(state.values))
    if (before !== null) facts.add(factsOf(before))
  }
  return new Map([...pks, ...(await store.nameSounds([...facts]))])
}

export const mergePlaces = async (store: MergeStore, observations: Observations, tally: Tally): Promise<Pks> => {
  const known = await store.places([...observations.places.keys()])
  const { pks, rows, stale } = mergeAll(store, 'places', observations.places, known, isPlaceStale, tally)
  await store.writePlaces(rows.map(({ key, ...row }) => ({ ...row, id: key })))
  await store.noteStale('places', stale)
  return pks
}

export const mergeEffects = async (store: MergeStore, observations: Observations, tally: Tally): Promise<void> => {
  const known = await store.effects([...observations.effects.keys()])
  const { rows } = mergeAll(store, 'effects', observations.effects, known, () => false, tally)
  await store.writeEffects(rows.map(({ key, ...row }) => ({ ...row, id: key })))
}

export const mergeCollections = async (store: MergeStore, observations: Observations, tally: Tally): Promise<void> => {
  const known = await store.collections([...observations.collections.keys()])
  const { rows } = mergeAll(store, 'collections', observations.collections, known, () => false, tally)
  await store.writeCollections(rows.map(({ key, ...row }) => ({ ...row, id: key })))
}

/** Merges records without references. Returns all rows, those to write, and those that search must update. */
const mergeAll = (
  store: MergeStore,
  kind: 'sounds' | 'places' | 'effects' | 'collections',
  observations: ReadonlyMap<string, MergedState>,
  known: ReadonlyMap<string, Stored>,
  isStale: (merged: Merged<Stored>) => boolean,
  tally: Tally
) => {
  const pks = new Map<string, number>()
  const rows: (Omit<Merged<Stored>, 'stored' | 'isWritten'> & { key: string; pk: number })[] = []
  const stale: number[] = []
  for (const [key, state] of observations) {
    const merged = merge(state, known.get(key))
    const pk = merged.stored?.pk ?? store.nextPk(kind)
    pks.set(key, pk)
    count(tally, kind, merged)
    if (merged.isWritten) {
      const { state, isNew, isChanged, before } = merged
      rows.push({ key, pk, state, isNew, isChanged, before })
    }
    if (!merged.isNew && isStale(merged)) stale.push(pk)
  }
  return { pks, rows, stale }
}
