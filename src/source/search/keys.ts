/**
 * Where a thing stands in every list that names it: the better it is, the further ahead. The key is made of nothing but the thing itself,
 * so lists stay in order when others are added. It is a safe integer, `(4095 - quality) * 2^32 + pk`.
 */
const pks = 2 ** 32
const best = 4_095

/** Steps of quality in one decade of popularity. */
export const decade = 160

export const keyOf = (quality: number, pk: number): number =>
  keyAt(best - Math.max(0, Math.min(best, Math.round(quality * decade))), pk)

/** Things of one rank are equally good, and rank 0 is the best. */
export const rankOf = (key: number): number => Math.floor(key / pks)
export const keyAt = (rank: number, pk: number): number => rank * pks + pk

export const pkOf = (key: number): number => key % pks

/** In decades of popularity. */
export const qualityOf = (key: number): number => (best - rankOf(key)) / decade

const epoch = Date.UTC(2016) / 1000
/** Time in which the same reach comes to be worth ten times less. It is counted from an epoch and not from today, so quality never changes. */
const fading = 2 * 365.25 * 86_400

export const postQuality = (plays: number, createdAt: number): number =>
  Math.log10(1 + plays) + Math.max(0, createdAt - epoch) / fading

export const userQuality = (followers: number): number => Math.log10(1 + followers)

export const roomQuality = (viewers: number): number => Math.log10(1 + viewers)
