import { differing, type Merged, merge } from './merge.ts'
import type { MergedState, MergeStore, Stored } from './merge-store.ts'
import type { Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

/** Row of each observed thing, by public key. */
export type Pks = ReadonlyMap<string, number>

const isSoundStale = differing('sounds', ['title', 'author'])
const isPlaceStale = differing('places', ['name', 'address'])

export const mergeSounds = async (store: MergeStore, observations: Observations, tally: Tally): Promise<Pks> => {
  const known = await store.sounds([...observations.sounds.keys()])
  const { pks, rows, stale } = mergeAll(store, 'sounds', observations.sounds, known, isSoundStale, tally)
  await store.writeSounds(rows.map(({ key, ...row }) => ({ ...row, id: key.startsWith('[') ? null : key })))
  await store.noteStale('sounds', stale)
  return pks
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

/** Merges things without references: all rows, those to write, and those that search must update. */
const mergeAll = (
  store: MergeStore,
  kind: 'sounds' | 'places' | 'effects' | 'collections',
  observations: ReadonlyMap<string, MergedState>,
  known: ReadonlyMap<string, Stored>,
  isStale: (merged: Merged<Stored>) => boolean,
  tally: Tally
) => {
  const pks = new Map<string, number>()
  const rows: { key: string; pk: number; state: MergedState; isNew: boolean; isChanged: boolean }[] = []
  const stale: number[] = []
  for (const [key, state] of observations) {
    const merged = merge(state, known.get(key))
    const pk = merged.stored?.pk ?? store.nextPk(kind)
    pks.set(key, pk)
    count(tally, kind, merged)
    if (merged.isWritten) {
      const { state, isNew, isChanged } = merged
      rows.push({ key, pk, state, isNew, isChanged })
    }
    if (!merged.isNew && isStale(merged)) stale.push(pk)
  }
  return { pks, rows, stale }
}
