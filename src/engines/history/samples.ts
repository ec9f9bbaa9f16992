/** Kinds of objects with counts over time, and one sample of counts. */

/** Fields of each kind, in the order of `Sample.values`. Their order is stored as bits: new ones come last. */
export const countFields = {
  posts: ['plays', 'likes', 'comments', 'shares', 'saves', 'reposts'],
  users: ['followers', 'following', 'total_likes', 'total_videos'],
  sounds: ['posts_count']
} as const
export type SampledKind = keyof typeof countFields
/** Kinds whose samples a data set stores; those of sounds are recorded only. */
export type ObservedKind = 'posts' | 'users'

/** The counts of one object from one source at one time. `S`: type that identifies the source. */
export type Sample<S = number> = {
  /** Collection time in Unix seconds; null when unknown. */
  readonly at: number | null
  /** Row of the source; 0 for none. */
  readonly source: S
  /** In the order of `countFields`; null when the source did not give it. */
  readonly values: readonly (number | null)[]
  /** Bits of known fields that are rounded. */
  readonly rounded: number
  /** Bits of fields that the source gave as negative numbers: platforms wrap around. Their values are null. */
  readonly negative: number
}

/** The fields of a kind whose bits are set. */
export const fieldsWithBits = <T>(fields: readonly T[], bits: number): T[] =>
  fields.filter((_, index) => (bits & (1 << index)) !== 0)

/** Bits of the fields of a kind whose names, after a prefix, are among `names`. */
export const bitsOf = (kind: SampledKind, names: ReadonlySet<string>, prefix = ''): number =>
  countFields[kind].reduce((bits, field, index) => (names.has(prefix + field) ? bits | (1 << index) : bits), 0)

/** Whether a sample gives any count. */
export const hasCounts = ({ values, negative }: Pick<Sample, 'values' | 'negative'>): boolean =>
  negative !== 0 || values.some((value) => value !== null)

export const hasSameCounts = (a: Sample, b: Sample): boolean =>
  a.rounded === b.rounded && a.negative === b.negative && a.values.every((value, index) => value === b.values[index])

/** Orders undated samples first, then by time, then by source. */
export const compareSamples = (a: Sample, b: Sample): number => (a.at ?? -1) - (b.at ?? -1) || a.source - b.source

/**
 * Joins two samples of one time, field by field: known over unknown, exact over rounded, then the larger number, because totals grow. The order
 * of the two matters only for the source, which is that of the first.
 */
export const joinSamples = <S>(a: Sample<S>, b: Sample<S>): Sample<S> => {
  const values: (number | null)[] = []
  let rounded = 0
  for (let index = 0; index < a.values.length; index += 1) {
    const bit = 1 << index
    const [own = null, other = null] = [a.values[index], b.values[index]]
    const isOwnRounded = (a.rounded & bit) !== 0
    const isOtherRounded = (b.rounded & bit) !== 0
    const takesOther =
      other !== null && (own === null || (isOwnRounded === isOtherRounded ? other > own : isOwnRounded))
    values.push(takesOther ? other : own)
    if ((takesOther ? isOtherRounded : isOwnRounded) && (takesOther ? other : own) !== null) rounded |= bit
  }
  // A known number takes precedence over a negative one.
  const known = values.reduce<number>((bits, value, index) => (value === null ? bits : bits | (1 << index)), 0)
  return { at: a.at, source: a.source, values, rounded, negative: (a.negative | b.negative) & ~known }
}

/** All samples in order, joined by time and source. The order of the input does not matter. */
export const mergeSamples = (samples: readonly Sample[]): Sample[] => {
  const merged: Sample[] = []
  for (const sample of samples.toSorted(compareSamples)) {
    const last = merged.at(-1)
    if (last !== undefined && compareSamples(last, sample) === 0) merged[merged.length - 1] = joinSamples(last, sample)
    else if (hasCounts(sample)) merged.push(sample)
  }
  return merged
}
