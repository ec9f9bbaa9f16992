import { countFields, joinSamples, type ObservedKind } from '../../engines/history/samples.ts'
import { place } from './merge.ts'
import type { MergedState, ObservedCounts } from './merge-store.ts'
import { isRounded } from './provenance.ts'

/** Counts of single observations, which an import stores in addition to the merged rows. */

const places: Readonly<Record<ObservedKind, readonly number[]>> = {
  posts: countFields.posts.map((field) => place('posts', field)),
  users: countFields.users.map((field) => place('users', field))
}

/** Counts of a state from one observation; null without any. `negative`: bits of fields given as negative numbers. */
export const countsOf = (kind: ObservedKind, state: MergedState, negative = 0): ObservedCounts | null => {
  const fields = places[kind]
  const values = new Array<number | null>(fields.length).fill(null)
  let known = 0
  let rounded = 0
  for (let index = 0; index < fields.length; index += 1) {
    const at = fields[index] ?? 0
    const value = state.values[at]
    if (typeof value !== 'number') continue
    values[index] = value
    known |= 1 << index
    if (isRounded(state.ranks[at] ?? -1)) rounded |= 1 << index
  }
  if (known === 0 && negative === 0) return null
  // Only collection times are used: a post's own time in place of a missing one is negative.
  const at = state.at < 0 ? null : state.at
  return { at, source: state.source, values, rounded, negative: negative & ~known }
}

/** Adds counts to those of the same object, joined by time and source. */
export const addCounts = (samples: ObservedCounts[], counts: ObservedCounts): void => {
  const last = samples.at(-1)
  if (last !== undefined && last.at === counts.at && last.source === counts.source) {
    samples[samples.length - 1] = joinSamples(last, counts)
  } else samples.push(counts)
}
