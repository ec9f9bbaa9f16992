/** Records of a world that grows from step to step: posts and creators come, counts grow, some become known, accounts turn private. */

const postsOfStep = 900
const creators = 60

/** From 0 to 1, the same for the same numbers. */
const chance = (...numbers: readonly number[]): number => {
  let mixed = 0x9e37_79b9
  for (const number of numbers) {
    mixed = Math.imul(mixed ^ number, 0x85eb_ca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
    mixed ^= mixed >>> 16
  }
  return (mixed >>> 0) / 2 ** 32
}

const words = ['kitchen', 'garden', 'Sourdough', 'танец', 'МОСКВА', '料理', 'pasta', 'climbing', 'café', 'night']
const pick = <T>(values: readonly T[], ...numbers: readonly number[]): T =>
  // The index is within the list.
  values[Math.floor(chance(...numbers) * values.length)] as T

/** A count that grows, or that no source gives yet. */
const count = (most: number, step: number, ...numbers: readonly number[]): number | undefined => {
  if (chance(...numbers, 1) < 0.25 - 0.05 * step) return undefined
  return Math.floor(most * chance(...numbers, 2) ** 4) + step * 10
}

const begin = 1_650_000_000
/** Posts of a step come about this far apart, in seconds: a step is some 17 days. */
const apart = 5_000 / 3

/** When a step observes a thing: within the last days of it, or at no known time. */
const collectedAt = (step: number, ...numbers: readonly number[]) => {
  if (chance(...numbers, 40) < 0.1) return {}
  const end = begin + postsOfStep * apart * (step + 1)
  return { collected_at: Math.floor(end - 12 * 86_400 * chance(...numbers, 41 + step)) }
}

const post = (index: number, step: number) => {
  const sound = Math.floor(30 * chance(index, 11) ** 2)
  const hasSound = chance(index, 12) < 0.8
  const author = Math.floor(creators * chance(index, 13) ** 2)
  const tags = Array.from({ length: Math.floor(4 * chance(index, 14)) }, (_, place) => pick(words, index, place, 15))
  return {
    post_id: String(7_000_000_000_000_000_000n + BigInt(index)),
    // Some posts share a second.
    created_at: begin + Math.floor(index / 3) * 3 * apart,
    ...collectedAt(step, index),
    caption: `${pick(words, index, 16)} ${pick(words, index, 17)} ${tags.map((tag) => `#${tag}`).join(' ')}`,
    ...(chance(index, 18) < 0.7 ? { is_ad: chance(index, 19) < 0.2 } : {}),
    plays: count(1_000_000, step, index, 20),
    likes: count(50_000, step, index, 21),
    comments: count(900, step, index, 22),
    shares: count(900, step, index, 23),
    saves: count(90, step, index, 24),
    reposts: count(9, step, index, 25),
    duration_seconds: count(600, 0, index, 26),
    ...(hasSound
      ? { sound_id: String(6_000 + sound), sound_title: `sound ${sound}`, sound_is_original: sound % 3 === 0 }
      : {}),
    hashtags: tags.map((name) => ({ id: chance(index, 27) < 0.5 ? null : String(500 + words.indexOf(name)), name })),
    author_username: `creator.${author}`
  }
}

const user = (index: number, step: number) => ({
  user_id: String(68_000 + index),
  username: `Creator.${index}`,
  ...collectedAt(step, index, 42),
  display_name: `${pick(words, index, 30)} ${pick(words, index, 31)}`,
  bio: pick(words, index, 32),
  followers: count(2_000_000, step, index, 33),
  total_likes: count(9_000_000, step, index, 34),
  ...(chance(index, 35) < 0.7 ? { verified: chance(index, 36) < 0.3 } : {}),
  is_private: index % 10 < step
})

/** What a step tells: new posts, posts of earlier steps as they are now, and all creators but the last. */
export const growingFeed = (step: number): object[] => {
  const posts = Array.from({ length: postsOfStep * (step + 1) }, (_, index) => index)
  return [
    ...posts.filter((index) => index >= postsOfStep * step || index % 7 === step).map((index) => post(index, step)),
    // The handles of some are known before their ids.
    ...Array.from({ length: creators - 10 + 4 * step }, (_, index) => user(index, step))
  ]
}
