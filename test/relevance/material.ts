import { baseOf, plain, wordsOf } from './plain-text.ts'
import { pickMade } from './row.ts'
import type { PostRecord, UserRecord, World } from './world.ts'

/** What rows are made of: parts of a data set that somebody might type. */

const asked =
  'a about an and are at be best can do does for from good how i in is it me my of on or our out so that the this to up was we what when where which who why with you your'
const emptyWords = new Set(
  `${asked} again all any because been but by did each even every get gets got had has have he her here him his if into its just like made make more most much not now off one only other over she some than their them then there these they thing things those though through too two under until very way were while will would day part today still also never always really`.split(
    ' '
  )
)

/** Words that mean something by themselves, and stand in captions of letters that English has. */
export const isMeaningful = (word: string) => /^[a-z]{4,14}$/.test(word) && !emptyWords.has(word)

const englishWords = new Set('the and is my this that with you for of was it have are your what when just'.split(' '))
export const isEnglish = (caption: string) => wordsOf(caption).filter((word) => englishWords.has(word)).length >= 2

/** A hashtag that thousands use to be seen says nothing of what a post is about. */
const reach = /^(?:fyp|for_?you|explore|viral|trend|xyz|blowthisup|pov|duet|day\d)/

export type Material = {
  world: World
  posts: readonly PostRecord[]
  /** Captions in English: their words that mean something, by how many captions say them. */
  english: ReadonlyMap<string, number>
  /** Posts whose English captions say a word. */
  saying: ReadonlyMap<string, readonly PostRecord[]>
  /** Hashtags that tell what a post is about, the most used first. */
  topics: readonly string[]
  /** Words of people's names. */
  names: ReadonlyMap<string, number>
  /** People with a name of two words in Latin letters that a reader would also write so. */
  people: readonly { user: UserRecord; names: readonly string[] }[]
}

export const materialOf = (world: World): Material => {
  const posts = world.records.top
  const saying = new Map<string, PostRecord[]>()
  for (const post of posts) {
    if (!isEnglish(post.caption)) continue
    for (const word of new Set(wordsOf(post.caption.replace(/[#@][\p{L}\p{N}\p{M}_.]+/gu, ' ')))) {
      if (!isMeaningful(word)) continue
      const found = saying.get(word)
      if (found === undefined) saying.set(word, [post])
      else found.push(post)
    }
  }
  const names = new Map<string, number>()
  for (const { names: said } of world.records.users) {
    for (const word of said.words) names.set(word, (names.get(word) ?? 0) + 1)
  }
  return {
    world,
    posts,
    saying,
    english: new Map([...saying].map(([word, found]) => [word, found.length])),
    topics: [...world.tags]
      .filter(([tag, uses]) => uses >= 3 && /^\p{L}{4,}$/u.test(tag) && !reach.test(tag))
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .map(([tag]) => tag),
    names,
    people: world.records.users.flatMap((user) => {
      const parts = wordsOf(user.name)
      return parts.length === 2 && parts.every((part) => /^[a-z]{3,}$/.test(part)) ? [{ user, names: parts }] : []
    })
  }
}

/** Words said between so many and so many times. */
export const wordsSaid = ({ english }: Material, least: number, most: number): string[] =>
  [...english].filter(([, uses]) => uses >= least && uses <= most).map(([word]) => word)

/** Some words of one caption that stand together seldom: what one remembers of it. */
export const rememberedWords = (
  material: Material,
  wanted: number,
  salt: string
): { post: PostRecord; words: [string, string] }[] => {
  const rare = (post: PostRecord) =>
    wordsOf(post.caption)
      .filter((word) => (material.english.get(word) ?? 0) >= 2 && !post.tags.has(word))
      .sort((a, b) => (material.english.get(a) ?? 0) - (material.english.get(b) ?? 0))
  const seen = new Set<string>()
  const made = (post: PostRecord) => {
    const [first, second] = isEnglish(post.caption) ? [...new Set(rare(post))] : []
    if (first === undefined || second === undefined || baseOf(first) === baseOf(second)) return null
    const key = [first, second].sort().join(' ')
    if (seen.has(key)) return null
    seen.add(key)
    return { post, words: [first, second] as [string, string] }
  }
  return pickMade(material.posts, wanted, salt, made, ({ id }) => id)
}

/** A hashtag of two words that captions say apart too. */
export const splitTag = ({ english }: Material, tag: string): [string, string] | null => {
  for (let at = tag.length - 3; at >= 3; at--) {
    const [first, second] = [tag.slice(0, at), tag.slice(at)]
    if ((english.get(first) ?? 0) >= 2 && (english.get(second) ?? 0) >= 2) return [first, second]
  }
  return null
}

/** Runs of a script in hashtags and captions that at least three posts have. */
export const runsOf = ({ world }: Material, script: RegExp, least: number): string[] => {
  const isAll = (word: string) => word.replace(script, '') === '' && [...word].length >= least
  const uses = new Map<string, number>()
  for (const counts of [world.tags, world.captionWords]) {
    for (const [word, times] of counts) if (isAll(word)) uses.set(word, Math.max(times, uses.get(word) ?? 0))
  }
  return [...uses].flatMap(([word, times]) => (times >= 3 ? [plain(word)] : []))
}
