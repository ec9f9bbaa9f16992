import { type Material, rememberedWords, splitTag, wordsSaid } from './material.ts'
import { misspelt } from './misspell.ts'
import { baseOf, wordsOf } from './plain-text.ts'
import { pick, pickMade, type Row, rowOf, type Wanted } from './row.ts'
import * as rules from './rules.ts'
import type { World } from './world.ts'

/** Rows about posts, made of whatever a data set holds. */

type PostRow = Omit<Wanted<'top'>, 'kind'>
/** One row in two asks the search that looks at captions and hashtags alone. */
const byTurns = (world: World, rows: readonly PostRow[]): Row[] =>
  rows.map((row, index) => rowOf(world, { ...row, kind: index % 2 === 0 ? 'top' : 'videos' }))
const overall = (world: World, rows: readonly PostRow[]): Row[] =>
  rows.map((row) => rowOf(world, { ...row, kind: 'top' }))

const exactWords = (material: Material): PostRow[] =>
  rememberedWords(material, 24, 'exact').map(({ words: [rarer, other] }) => ({
    class: 'exact words',
    query: `${rarer} ${other}`,
    wants: `posts that say ${rarer} and ${other}`,
    reason: `both words; ${rarer} alone is the rarer half of it`,
    grade: rules.aboutItself([rarer, other], { main: rarer })
  }))

const commonWords = ({ world, posts, topics }: Material): PostRow[] =>
  pick(
    topics.slice(0, 60).filter((tag) => /^[a-z]+$/.test(tag)),
    14,
    'common'
  ).map((word) => ({
    class: 'common words',
    query: word,
    wants: `well-known posts about ${word}`,
    reason: `${world.tags.get(word)} posts carry it: the tenth that most people saw comes first`,
    grade: rules.bestKnown(posts, word)
  }))

const typos = (material: Material): PostRow[] =>
  pickMade(
    wordsSaid(material, 4, 300).filter(({ length }) => length >= 5),
    28,
    'typo',
    (word) => {
      const typed = misspelt(word, material.world.captionWords)
      return typed === null
        ? null
        : {
            class: 'typos',
            query: typed,
            wants: `posts that say ${word}`,
            reason: `${word} as it is typed in haste; nothing else is as near to it`,
            grade: rules.aboutItself([word])
          }
    }
  )

/** What captions have one of: words that have a plural. */
const things = ({ posts }: Material): Set<string> => {
  const one = /\b(?:an?|one|every) ([a-z]{4,})(?=[.,!?]| (?:and|of|in|on|is|for|with|that|to|from|at)\b)/g
  return new Set(posts.flatMap(({ caption }) => [...caption.matchAll(one)].map(([, thing = '']) => thing)))
}

const otherForm = (word: string, isThing: boolean): string | null => {
  if (word.endsWith('ing')) return word.slice(0, -1)
  // One of cities ends otherwise than one of cookies.
  if (/(?:ie|o|s|u)s$/.test(word)) return null
  if (word.endsWith('s')) return word.slice(0, -1)
  if (!isThing) return null
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:sh|ch|x)$/.test(word) ? `${word}es` : `${word}s`
}
const stems = (material: Material): PostRow[] => {
  const countable = things(material)
  return pickMade(wordsSaid(material, 4, 300), 26, 'form', (word) => {
    const form = otherForm(word, countable.has(word))
    if (form === null || material.world.tags.has(form)) return null
    if (baseOf(form) !== baseOf(word) && !word.endsWith('ing')) return null
    return {
      class: 'forms of words',
      query: form,
      wants: `posts that say ${word}`,
      reason: `${form} is a form of ${word}: either will do`,
      grade: rules.aboutItself([word])
    }
  })
}

const apostrophes = ({ world }: Material): PostRow[] =>
  ['dont', "don't", 'cant', 'didnt', 'youre', 'thats', 'im', 'i’m', 'doesnt', 'isnt']
    .map((query) => ({
      class: 'forms of words',
      query,
      wants: `posts that say ${query}, with an apostrophe or without`,
      reason: 'people leave the apostrophe out or type another one',
      grade: rules.aboutItself(wordsOf(query))
    }))
    .filter(({ query }) => world.captionWords.has(wordsOf(query)[0] ?? ''))

const prefixes = (material: Material): PostRow[] => {
  const single = pick(
    wordsSaid(material, 4, 200).filter(({ length }) => length >= 7),
    10,
    'prefix'
  ).map((word) => {
    const query = word.slice(0, Math.max(4, Math.ceil(word.length * 0.6)))
    return {
      class: 'beginnings',
      query,
      wants: `posts that say ${word}`,
      reason: `${query} is as far as they came with ${word}; any word that begins so is what it may become`,
      grade: rules.beginning([], query, word)
    }
  })
  const second = rememberedWords(material, 60, 'prefix')
    .filter(({ words: [, other] }) => other.length >= 6)
    .slice(0, 14)
    .map(({ words: [first, other] }) => {
      const part = other.slice(0, Math.ceil(other.length / 2))
      return {
        class: 'beginnings',
        query: `${first} ${part}`,
        wants: `posts that say ${first} and ${other}`,
        reason: `the last word is not finished: ${first} and a word that begins with ${part}`,
        grade: rules.beginning([first], part, other)
      }
    })
  return [...single, ...second]
}

const compounds = (material: Material): PostRow[] => {
  const tags = material.topics.flatMap((tag) => {
    const words = splitTag(material, tag)
    return words === null ? [] : [{ tag, words }]
  })
  const split = pick(tags, 16, 'split', ({ tag }) => tag).map(({ tag, words }) => ({
    class: 'compounds',
    query: words.join(' '),
    wants: `posts with #${tag}, or that say both words`,
    reason: 'a hashtag has no spaces, whoever types them means the same',
    grade: rules.taggedOrSaid(tag, words)
  }))
  const joined = rememberedWords(material, 200, 'joined')
    .flatMap(({ post }) => {
      const words = wordsOf(post.caption)
      const at = words.findIndex((word, index) => {
        const next = words[index + 1] ?? ''
        return material.english.has(word) && material.english.has(next) && !post.tags.has(next) && !post.tags.has(word)
      })
      const [first, second] = [words[at], words[at + 1]]
      return first === undefined || second === undefined || material.world.tags.has(first + second)
        ? []
        : [[first, second]]
    })
    .slice(0, 12)
    .map((words) => ({
      class: 'compounds',
      query: words.join(''),
      wants: `posts that say ${words.join(' ')}`,
      reason: 'two words that stand together, typed as one',
      grade: rules.aboutItself(words)
    }))
  return [...split, ...joined]
}

const hashtags = ({ topics }: Material): PostRow[] =>
  pick(topics.slice(0, 500), 22, 'hashtag').map((tag) => ({
    class: 'hashtags',
    query: `#${tag}`,
    wants: `posts with the hashtag ${tag}`,
    reason: 'the sign says that the hashtag is meant; posts that only say it come behind all of these',
    grade: rules.tagged(tag)
  }))

const places = ({ world, topics, posts }: Material): PostRow[] => {
  const known = [...world.places].filter(([, uses]) => uses >= 5).map(([name]) => name)
  const alone = pick(known, 18, 'place').map((name) => ({
    class: 'places',
    query: name.toLowerCase(),
    wants: `posts made at ${name}`,
    reason: 'made there; next those that name it or were made at a part of it',
    grade: rules.madeAt(name)
  }))
  const popular = new Set(topics.slice(0, 100))
  const withTopic = pick(
    posts.filter(({ place, tags }) => place.text !== '' && [...tags].some((tag) => popular.has(tag))),
    10,
    'place and topic',
    ({ id }) => id
  ).map(({ place, tags }) => {
    const topic = [...tags].find((tag) => popular.has(tag)) ?? ''
    return {
      class: 'two things',
      query: `${topic} ${place.text}`,
      wants: `posts about ${topic} made at ${place.text}`,
      reason: 'both are asked for; one of them is half of it',
      grade: rules.madeAtAbout(place.text, topic)
    }
  })
  return [...alone, ...withTopic]
}

const unsaidPlaces = ({ world, posts }: Material): PostRow[] => {
  const known = [...world.places].filter(([, uses]) => uses >= 5).map(([name]) => name)
  const isUnsaid = (name: string) => {
    const words = wordsOf(name)
    return words.length > 1 && !posts.some(({ own }) => words.every((word) => own.words.has(word)))
  }
  return pick(known.filter(isUnsaid), 12, 'unsaid place').map((name) => ({
    class: 'places',
    query: name.toLowerCase(),
    wants: `posts made at ${name}`,
    reason: 'no caption says it: where posts were made is better than one of its words',
    grade: rules.madeAt(name)
  }))
}

const sounds = ({ posts }: Material): PostRow[] => {
  const uses = new Map<string, { title: string; author: string; times: number }>()
  for (const { sound } of posts) {
    if (sound.title === '' || sound.author === '' || /original|오리지널|オリジナル/.test(sound.title)) continue
    const key = `${sound.title}\n${sound.author}`
    const known = uses.get(key) ?? { title: sound.title, author: sound.author, times: 0 }
    known.times += 1
    uses.set(key, known)
  }
  const used = [...uses.values()].filter(({ times, title }) => times >= 4 && wordsOf(title).length > 1)
  const nameOf = ({ title, author }: { title: string; author: string }) => `${title} ${author}`
  return [
    ...pick(used, 12, 'sound', nameOf).map(({ title }) => ({
      class: 'sounds',
      query: title,
      wants: `posts to ${title}`,
      reason: 'the title; next other versions of it and posts that say its words',
      grade: rules.toSound(title)
    })),
    ...pick(used, 6, 'sound and author', nameOf).map(({ title, author }) => ({
      class: 'sounds',
      query: `${title} ${author}`,
      wants: `posts to ${title} by ${author}`,
      reason: 'title and artist; the artist’s other sounds are better than nothing',
      grade: rules.toSoundBy(title, author)
    })),
    ...pick(used, 6, 'author', nameOf).map(({ author }) => ({
      class: 'sounds',
      query: author,
      wants: `posts to sounds of ${author}`,
      reason: 'the artist',
      grade: rules.toSoundBy(null, author)
    }))
  ]
}

const twoTopics = (material: Material): PostRow[] => {
  const topics = new Set(material.topics.slice(0, 300))
  const pairs = new Map<string, number>()
  for (const { tags } of material.posts) {
    const known = [...tags].filter((tag) => topics.has(tag)).sort()
    for (const [index, first] of known.entries()) {
      for (const second of known.slice(index + 1)) {
        if (first.includes(second) || second.includes(first)) continue
        pairs.set(`${first} ${second}`, (pairs.get(`${first} ${second}`) ?? 0) + 1)
      }
    }
  }
  const together = [...pairs].filter(([, times]) => times >= 2).map(([pair]) => pair)
  const both = pick(together, 16, 'pair').map((pair) => {
    const [first = '', second = ''] = pair.split(' ')
    return {
      class: 'two things',
      query: pair,
      wants: `posts about ${first} and ${second}`,
      reason: 'both; one of them is half of it',
      grade: rules.taggedTwice(first, second)
    }
  })
  const words = wordsSaid(material, 3, 40)
  const never = pickMade(material.topics.slice(0, 200), 14, 'never', (topic) => {
    const isAbout = rules.aboutItself([topic])
    const isWith = (word: string) => material.saying.get(word)?.some((post) => isAbout(post) > 0) === true
    const word = pick(words, 12, topic).find((one) => !isWith(one))
    if (word === undefined) return null
    return {
      class: 'too many words',
      query: `${topic} ${word}`,
      wants: `something about ${topic} or ${word}`,
      reason: `nothing says both: ${topic}, which people tag posts with, is what it is about, and better than an empty page`,
      grade: rules.aboutItself([topic, word], { main: topic })
    }
  })
  return [...both, ...never]
}

const creators = ({ world, people, posts }: Material): PostRow[] => {
  const counts = new Map<string, number>()
  for (const { creator } of posts) if (creator !== null) counts.set(creator, (counts.get(creator) ?? 0) + 1)
  const active = people.filter(({ user }) => (counts.get(user.id) ?? 0) >= 3)
  const idOf = ({ user }: (typeof active)[number]) => user.id
  const byName = pick(active, 8, 'posts by name', idOf).map(({ user, names }) => ({
    class: 'creators’ posts',
    query: names.join(' '),
    wants: `posts of ${user.name}`,
    reason: 'of whoever carries the name; next those that name them',
    isOfOneCreator: true,
    grade: rules.postsOfNamed(names)
  }))
  const byHandle = pick(
    world.records.users.filter(({ id }) => (counts.get(id) ?? 0) >= 3),
    10,
    'posts by handle',
    ({ id }) => id
  ).map(({ id }) => ({
    class: 'creators’ posts',
    query: `@${id}`,
    wants: `posts of @${id}`,
    reason: 'the sign says that the creator is meant; next posts that mention them',
    isOfOneCreator: true,
    grade: rules.postsOf(id)
  }))
  const handles = new Map(active.map((person) => [person.user.id, person]))
  const aboutSomething = pick(
    posts.filter(
      ({ creator, tags }) => handles.has(creator ?? '') && [...tags].some((tag) => /^[a-z]{5,12}$/.test(tag))
    ),
    12,
    'creator and topic',
    ({ id }) => id
  ).map(({ creator, tags }) => {
    const person = handles.get(creator ?? '')
    const names = person?.names ?? []
    const topic = [...tags].find((tag) => /^[a-z]{5,12}$/.test(tag)) ?? ''
    return {
      class: 'two things',
      query: `${names.join(' ')} ${topic}`,
      wants: `posts of ${names.join(' ')} about ${topic}`,
      reason: 'both; one of them is half of it',
      isOfOneCreator: true,
      grade: rules.postsOfAbout(names, topic)
    }
  })
  const unfinished = pick(active, 8, 'posts by unfinished name', idOf).flatMap(({ user, names }) => {
    const [first = '', last = ''] = names
    if (last.length < 5) return []
    return {
      class: 'creators’ posts',
      query: `${first} ${last.slice(0, 3)}`,
      wants: `posts of ${user.name}`,
      reason: 'the last name is not finished, whatever else is spelt so',
      isOfOneCreator: true,
      grade: rules.postsOfBegun(first, last.slice(0, 3))
    }
  })
  return [...byName, ...byHandle, ...aboutSomething, ...unfinished]
}

const emoji = (material: Material): PostRow[] => {
  const shown = new Map<string, number>()
  for (const post of material.posts) for (const one of post.emoji) shown.set(one, (shown.get(one) ?? 0) + 1)
  const alone = pick(
    [...shown].filter(([, times]) => times >= 3 && times <= 500),
    10,
    'emoji',
    ([one]) => one
  )
  const withWord = rememberedWords(material, 400, 'emoji')
    .filter(({ post }) => post.emoji.size > 0)
    .slice(0, 4)
  return [
    ...alone.map(([one]) => ({
      class: 'emoji',
      query: one,
      wants: `posts with ${one}`,
      reason: 'an emoji is a word',
      grade: rules.shows(one)
    })),
    ...withWord.map(({ post, words: [word] }) => {
      const [one = ''] = post.emoji
      return {
        class: 'emoji',
        query: `${word} ${one}`,
        wants: `posts that say ${word} and show ${one}`,
        reason: 'both; one of them is half of it',
        grade: rules.shows(one, word)
      }
    })
  ]
}

export const sampledPosts = (material: Material): Row[] => {
  const { world } = material
  return [
    ...byTurns(world, exactWords(material)),
    ...overall(world, commonWords(material)),
    ...byTurns(world, typos(material)),
    ...byTurns(world, [...stems(material), ...apostrophes(material)]),
    ...byTurns(world, prefixes(material)),
    ...byTurns(world, compounds(material)),
    ...byTurns(world, hashtags(material)),
    ...overall(world, places(material)),
    ...unsaidPlaces(material).map((row) => rowOf(world, { ...row, kind: 'videos' })),
    ...overall(world, sounds(material)),
    ...overall(world, twoTopics(material)),
    ...overall(world, creators(material)),
    ...byTurns(world, emoji(material))
  ]
}
