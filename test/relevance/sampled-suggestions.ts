import { type Material, splitTag } from './material.ts'
import { misspelt } from './misspell.ts'
import { compact, plain, wordsOf } from './plain-text.ts'
import { pick, pickMade, type Row, rowOf } from './row.ts'
import * as rules from './rules.ts'

/** Rows about what is suggested while somebody types, made of whatever a data set holds. */
export const sampledSuggestions = (material: Material): Row[] => {
  const { world, topics, people } = material
  const terms = [...world.records.suggestions].sort((a, b) => b.popularity - a.popularity)
  /** The best known things that what was typed completes to. */
  const completed = (typed: string) =>
    terms
      .filter(({ text, compact: whole }) => text.startsWith(typed) || whole.startsWith(compact(typed)))
      .slice(0, 3)
      .map(({ text }) => text)
  const row = (
    query: string,
    wants: string,
    reason: string,
    meant: readonly string[],
    grade = rules.suggests(meant, query)
  ): Row => rowOf(world, { class: 'suggestions', kind: 'suggestions', query, wants, reason, grade })
  const misspeltRow = (query: string, wants: string, meant: readonly string[]): Row =>
    row(query, wants, 'with a slip: it completes to nothing', meant, rules.suggestsNothingBut(meant))
  const half = (text: string) => {
    const middle = Math.max(3, Math.ceil(text.length / 2))
    return text.slice(0, text[middle - 1] === ' ' ? middle + 1 : middle)
  }
  const idOf = ({ user }: (typeof people)[number]) => user.id
  const known = [...people].sort((a, b) => b.user.popularity - a.user.popularity).slice(0, 200)

  const tags = topics.slice(0, 300).filter((tag) => /^[a-z]{5,}$/.test(tag))
  const spoken = tags.flatMap((tag) => {
    const words = splitTag(material, tag)
    return words === null ? [] : [{ tag, words }]
  })
  const places = [...world.places]
    .filter(([name, uses]) => uses >= 5 && /^[\p{sc=Latn} ’]{5,}$/u.test(name))
    .map(([name]) => name)
  const sounds = new Map<string, number>()
  for (const { sound } of world.records.top) sounds.set(sound.title, (sounds.get(sound.title) ?? 0) + 1)
  const titles = [...sounds].filter(([title, uses]) => uses >= 15 && /^[a-z ]{6,}$/.test(title)).map(([title]) => title)
  const called = new Set([...titles, ...people.map(({ user }) => plain(user.name))])
  const phrases = terms.filter(({ text }) => /^[a-z]{4,} [a-z]{4,}$/.test(text) && !called.has(text))
  const said = [...world.captionWords]
    .filter(([word, posts]) => posts >= 20 && /^[a-z]{6,}$/.test(word) && !world.tags.has(word))
    .map(([word]) => word)
  const words = new Map(tags.map((tag) => [tag, world.tags.get(tag) ?? 0]))

  return [
    ...pick(tags, 8, 'suggested tag').map((tag) =>
      row(
        half(tag),
        `what begins with ${half(tag)}`,
        'the three that are used most; next any other that begins so',
        completed(half(tag))
      )
    ),
    ...pick(known, 8, 'suggested name', idOf).map(({ user, names: [first = '', last = ''] }) =>
      row(`${first} ${last.slice(0, 2)}`, `${user.name}`, 'somebody’s name, not finished', [user.name, user.id])
    ),
    ...pick(known, 5, 'suggested joined', idOf).map(({ user, names }) =>
      row(names.join(''), `${user.name}`, 'a name without its space', [user.name, names.join('')])
    ),
    ...pick(known, 4, 'suggested handle', idOf).map(({ user }) =>
      row(`@${half(user.id)}`, `@${user.id}`, 'the sign says that a creator is meant', [user.name, user.id])
    ),
    ...pickMade(
      known,
      5,
      'suggested typo',
      ({ user, names: [first = '', last = ''] }) => {
        const typed = last.length > 4 ? misspelt(last, material.names) : null
        return typed === null ? null : misspeltRow(`${first} ${typed}`, user.name, [user.name, user.id])
      },
      idOf
    ),
    ...pickMade(tags, 5, 'suggested tag typo', (tag) => {
      const typed = misspelt(tag, words)
      return typed === null ? null : misspeltRow(typed, tag, [tag])
    }),
    ...pick(known, 6, 'suggested doubled', idOf).map(({ user, names: [first = '', last = ''] }) =>
      misspeltRow(`${first.slice(0, 3)}${first.slice(2)} ${last}`, user.name, [user.name, user.id])
    ),
    ...pick(said, 8, 'suggested word').map((word) =>
      row(word.slice(0, -2), word, 'a word that many captions say', [word])
    ),
    ...pick(said, 6, 'suggested last word').map((word) =>
      row(`xqzvw ${word.slice(0, -2)}`, word, 'nothing goes on like the first word; the last one does', [word])
    ),
    ...pick(places, 6, 'suggested place').map((name) => row(half(plain(name)), name, 'a place, not finished', [name])),
    ...pick(titles, 5, 'suggested sound').map((title) => row(half(title), title, 'a sound, not finished', [title])),
    ...pick(spoken, 5, 'suggested words', ({ tag }) => tag).map(({ tag, words: [first, second] }) =>
      row(`${first} ${second.slice(0, 3)}`, tag, 'words of a hashtag', [tag])
    ),
    ...pick(phrases, 6, 'suggested phrase', ({ text }) => text).map(({ text }) => {
      const [first = '', second = ''] = wordsOf(text)
      return row(`${first} ${second.slice(0, 2)}`, text, 'two words that captions often have together', [text])
    })
  ]
}
