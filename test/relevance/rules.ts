import type { Grade } from './measures.ts'
import { baseOf, compact, plain, wordsOf } from './plain-text.ts'
import type { PostRecord, RoomRecord, Said, TermRecord, UserRecord } from './world.ts'

/** What makes a record good. A rule reads the fields of one record and knows nothing of any engine. */
type Rule<T> = (record: T) => Grade

/** A word in any of its forms. */
export const says = (said: Said, word: string): boolean => said.bases.has(baseOf(word))

/** In a caption or hashtags also as a part of a hashtag: `easyrecipes` is about recipes. */
const saysItself = (post: PostRecord, word: string): boolean => {
  if (says(post.own, word)) return true
  const base = baseOf(word)
  if (word.length < 5 || base.length < 4) return false
  for (const tag of post.tags) if (tag.startsWith(base) || baseOf(tag).endsWith(base)) return true
  return false
}
const saysAround = (post: PostRecord, word: string) =>
  says(post.author, word) || says(post.sound, word) || says(post.place, word)
const saysAnywhere = (post: PostRecord, word: string) => saysItself(post, word) || saysAround(post, word)

type Weighed = { main?: string | null; near?: readonly string[] }

/** Whether words are one hashtag of a post: `cake decorating` is `cakedecorating`, in whatever form its last word is. */
const isTagged = ({ tags }: PostRecord, words: readonly string[]): boolean => {
  const whole = baseOf(words.join(''))
  return words.length > 1 && tags.values().some((tag) => baseOf(tag) === whole)
}

/** Which of the words the post itself says, and whether it says the main one, which may be another. */
const saidBy = (post: PostRecord, words: readonly string[], main: string | null) => {
  const said = isTagged(post, words) ? words : words.filter((word) => saysItself(post, word))
  const hasMain = main !== null && (said.includes(main) || (!words.includes(main) && saysItself(post, main)))
  return { said, hasMain }
}
const isNear = (post: PostRecord, said: readonly string[], near: readonly string[]) =>
  said.length > 0 || near.some((word) => saysItself(post, word))

/**
 * Posts about something told in some words: 3 says all of them itself, 2 with the help of its author, sound or place, or says the main one,
 * 1 says one of them or something near.
 */
export const about =
  (words: readonly string[], { main = null, near = [] }: Weighed = {}): Rule<PostRecord> =>
  (post) => {
    const { said, hasMain } = saidBy(post, words, main)
    if (said.length === words.length) return 3
    if (hasMain || words.every((word) => said.includes(word) || saysAround(post, word))) return 2
    return isNear(post, said, near) ? 1 : 0
  }

/** The same for the search that looks at captions and hashtags alone. */
export const aboutItself =
  (words: readonly string[], { main = null, near = [] }: Weighed = {}): Rule<PostRecord> =>
  (post) => {
    const { said, hasMain } = saidBy(post, words, main)
    if (said.length === words.length) return 3
    if (hasMain) return 2
    return isNear(post, said, near) ? 1 : 0
  }

/** The last word is not finished: 3 says the one that was meant, 2 another one that begins so, 1 only the words before. */
export const beginning = (words: readonly string[], part: string, meant: string): Rule<PostRecord> => {
  const isWith = ({ own }: PostRecord) => {
    for (const word of own.words) if (word.startsWith(part)) return true
    return false
  }
  return (post) => {
    if (words.every((word) => saysItself(post, word))) {
      if (saysItself(post, meant)) return 3
      if (isWith(post)) return 2
    }
    return words.some((word) => saysItself(post, word)) ? 1 : 0
  }
}

/** Hundreds say it: the tenth of them that most people saw is meant first. */
export const bestKnown = (posts: readonly PostRecord[], word: string): Rule<PostRecord> => {
  const plays = posts.flatMap((post) => (saysItself(post, word) ? [post.popularity] : [])).sort((a, b) => b - a)
  const known = plays[Math.floor(plays.length / 10)] ?? 0
  return (post) => (saysItself(post, word) ? (post.popularity >= known ? 3 : 2) : saysAnywhere(post, word) ? 1 : 0)
}

/** `#cooking`: 3 carries that hashtag, 1 only says the word or has a hashtag that holds it. */
export const tagged =
  (tag: string): Rule<PostRecord> =>
  (post) =>
    post.tags.has(tag) ? 3 : saysItself(post, tag) ? 1 : 0

/** Words that make one hashtag: 3 carries it or says them all, 1 says one of them. */
export const taggedOrSaid =
  (tag: string, words: readonly string[]): Rule<PostRecord> =>
  (post) =>
    post.tags.has(tag) || words.every((word) => saysItself(post, word))
      ? 3
      : words.some((word) => saysItself(post, word))
        ? 1
        : 0

/** Both of two hashtags, or one of them. */
export const taggedTwice =
  (first: string, second: string): Rule<PostRecord> =>
  (post) => {
    const [one, two] = [saysItself(post, first), saysItself(post, second)]
    return one && two ? 3 : one || two ? 1 : 0
  }

/** Posts of a creator; next those that speak of them. */
export const postsOf =
  (handle: string): Rule<PostRecord> =>
  (post) =>
    post.creator === handle ? 3 : plain(post.caption).includes(`@${plain(handle)}`) ? 2 : 0

/** Posts of whoever carries all these names; next those that name them. */
export const postsOfNamed =
  (names: readonly string[]): Rule<PostRecord> =>
  (post) =>
    names.every((name) => says(post.author, name)) ? 3 : names.every((name) => says(post.own, name)) ? 2 : 0

/** Posts of whoever has a name and another that begins so; next those that name them. */
export const postsOfBegun = (name: string, begun: string): Rule<PostRecord> => {
  const isSaid = ({ words, bases }: Said) =>
    bases.has(baseOf(name)) && words.values().some((word) => word.startsWith(begun))
  return (post) => (isSaid(post.author) ? 3 : isSaid(post.own) || isSaid(post.sound) ? 2 : 0)
}

/** Posts of a creator about something; the rest of both is better than nothing. */
export const postsOfAbout =
  (names: readonly string[], word: string): Rule<PostRecord> =>
  (post) => {
    const isOfCreator = names.every((name) => says(post.author, name))
    const isAbout = saysItself(post, word)
    return isOfCreator && isAbout ? 3 : isOfCreator || isAbout ? 1 : 0
  }

/** Posts made at a place; next those that name it, or were made somewhere that has its name. */
export const madeAt = (name: string): Rule<PostRecord> => {
  const [place, words, tag] = [plain(name), wordsOf(name), compact(name)]
  return (post) => {
    if (post.place.text === place) return 3
    const isNamed = post.tags.has(tag) || words.every((word) => post.own.words.has(word))
    return isNamed || words.every((word) => post.place.words.has(word)) ? 2 : 0
  }
}

/** Posts made at a place that is called so, or has it in its address; next those that say it themselves. */
export const madeIn = (name: string): Rule<PostRecord> => {
  const wanted = plain(name)
  return (post) => {
    if (post.place.text.includes(wanted) || post.address.includes(wanted)) return 3
    return post.own.text.includes(wanted) || post.tags.has(compact(name)) ? 2 : 0
  }
}

/** Posts at a place about something. */
export const madeAtAbout = (name: string, word: string): Rule<PostRecord> => {
  const made = madeAt(name)
  return (post) => {
    const [isThere, isAbout] = [made(post) > 0, saysItself(post, word)]
    return isThere && isAbout ? 3 : isThere || isAbout ? 1 : 0
  }
}

/** Posts to a sound; next other versions of it and posts that say its words. */
export const toSound = (title: string): Rule<PostRecord> => {
  const words = wordsOf(title)
  return (post) => {
    if (post.sound.title === plain(title)) return 3
    return words.every((word) => post.sound.words.has(word)) || words.every((word) => says(post.own, word)) ? 2 : 0
  }
}

/** Posts to a sound of an artist; next others of the artist. */
export const toSoundBy =
  (title: string | null, author: string): Rule<PostRecord> =>
  (post) => {
    if (post.sound.author !== plain(author)) return 0
    return title === null || post.sound.title === plain(title) ? 3 : 1
  }

/** A part of a word of a script in which words are not found by their spaces. */
export const holds =
  (part: string): Rule<PostRecord> =>
  (post) => {
    if (post.own.text.includes(part)) return 3
    return [post.author, post.sound, post.place].some(({ text }) => text.includes(part)) ? 2 : 0
  }
export const holdsItself =
  (part: string): Rule<PostRecord> =>
  (post) =>
    post.own.text.includes(part) ? 3 : 0

/** With the Arabic article or without, alone or behind `and`, `with`, `like`, `for`: one word. */
export const withOrWithoutArticle = (word: string): Rule<PostRecord> => {
  const bare = word.replace(/^ال/, '')
  const whole = new RegExp(`^(?:[وفبك]?ال|لل|[وبفل])?${bare}$`, 'u')
  const within = new RegExp(String.raw`[\p{L}\p{M}]*${bare}[\p{L}\p{M}]*`, 'u')
  return (post) => {
    const found = within.exec(post.own.text)
    if (found === null) return 0
    for (const said of post.own.words) if (whole.test(said)) return 3
    return 1
  }
}

export const shows =
  (emoji: string, word: string | null = null): Rule<PostRecord> =>
  (post) => {
    const isShown = post.emoji.has(emoji)
    if (word === null) return isShown ? 3 : 0
    const isSaid = saysItself(post, word)
    return isShown && isSaid ? 3 : isShown || isSaid ? 1 : 0
  }

/** People: 3 carries all the names, 1 one of them. */
export const named =
  (names: readonly string[]): Rule<UserRecord> =>
  (user) => {
    const carried = names.filter((name) => user.names.words.has(name))
    return carried.length === names.length ? 3 : carried.length > 0 ? 1 : 0
  }

/** One account; next whoever carries all the names in its handle. */
export const account = (handle: string): Rule<UserRecord> => {
  const names = wordsOf(handle.replace(/[._]/g, ' '))
  return (user) => {
    if (user.id === handle) return 3
    return names.length > 1 && names.every((name) => user.names.words.has(name)) ? 1 : 0
  }
}

/** People who are about something: 3 says so in the name, 2 in the bio. */
export const peopleAbout =
  (word: string): Rule<UserRecord> =>
  (user) => {
    if (says(user.names, word) || (word.length > 3 && user.names.text.includes(baseOf(word)))) return 3
    return says(user.bio, word) ? 2 : 0
  }

/** People who are about one of some things: 3 says so in name or bio, or has a third of the posts about it, 1 has any. */
export const peopleWhoPost = (posts: readonly PostRecord[], words: readonly string[]): Rule<UserRecord> => {
  const counts = new Map<string, { all: number; about: number }>()
  for (const post of posts) {
    if (post.creator === null) continue
    const count = counts.get(post.creator) ?? { all: 0, about: 0 }
    count.all += 1
    if (words.some((word) => saysItself(post, word))) count.about += 1
    counts.set(post.creator, count)
  }
  return (user) => {
    const { all, about } = counts.get(user.id) ?? { all: 0, about: 0 }
    if (words.some((word) => says(user.names, word) || says(user.bio, word)) || about * 3 > all) return 3
    return about > 0 ? 1 : 0
  }
}

/** Rooms: 3 is called so or of who is called so, 2 both together make it up, 1 holds one of the words. */
export const room =
  (words: readonly string[]): Rule<RoomRecord> =>
  (live) => {
    if ([live.title, live.streamer].some((said) => words.every((word) => says(said, word)))) return 3
    const has = (word: string) => says(live.title, word) || says(live.streamer, word)
    return words.every(has) ? 2 : words.some(has) ? 1 : 0
  }
export const roomHolding =
  (part: string): Rule<RoomRecord> =>
  (live) =>
    live.title.text.includes(part) || live.streamer.text.includes(part) ? 3 : 0

/** A suggestion that is what was meant, however it is written; next whatever completes what was typed, last what has it further behind. */
export const suggests = (meant: readonly string[], typed: string): Rule<TermRecord> => {
  const whole = new Set(meant.map(compact))
  const [beginning, joined] = [plain(typed).replace(/^[@#]/, ''), compact(typed)]
  return (term) => {
    if (whole.has(term.compact)) return 3
    if (term.text.startsWith(beginning) || term.compact.startsWith(joined)) return 2
    return term.text.includes(` ${beginning}`) ? 1 : 0
  }
}
/** The same where what was typed is misspelt and completes to nothing. */
export const suggestsNothingBut = (meant: readonly string[]): Rule<TermRecord> => {
  const whole = new Set(meant.map(compact))
  return (term) => (whole.has(term.compact) ? 3 : [...whole].some((one) => term.compact.startsWith(one)) ? 2 : 0)
}
