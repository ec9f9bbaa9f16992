import type { Material } from './material.ts'
import { misspelt } from './misspell.ts'
import { compact, wordsOf } from './plain-text.ts'
import { pick, pickMade, type Row, rowOf, type Wanted } from './row.ts'
import * as rules from './rules.ts'

/** Rows about people and their live rooms, made of whoever a data set holds. */

type UserRow = Omit<Wanted<'users'>, 'kind'>

const handles = ({ world }: Material): UserRow[] => [
  ...pick(world.records.users, 10, 'handle', ({ id }) => id).map(({ id }) => ({
    class: 'handles',
    query: `@${id}`,
    wants: `@${id}`,
    reason: 'one account is meant and no other',
    grade: rules.account(id)
  })),
  ...pick(world.records.users, 6, 'handle without sign', ({ id }) => id).map(({ id }) => ({
    class: 'handles',
    query: id,
    wants: `@${id}`,
    reason: 'a whole handle means its owner',
    grade: rules.account(id)
  })),
  ...pick(
    world.records.users.filter(({ id }) => wordsOf(id.replace(/[._]/g, ' ')).length === 2),
    10,
    'joined handle',
    ({ id }) => id
  ).map(({ id }) => ({
    class: 'handles',
    query: compact(id),
    wants: `@${id}`,
    reason: 'nobody remembers where the dot or the line stands',
    grade: rules.account(id)
  }))
]

const names = ({ people }: Material): UserRow[] => {
  const idOf = ({ user }: (typeof people)[number]) => user.id
  const row = (kind: string, query: string, said: readonly string[], reason: string): UserRow => ({
    class: kind,
    query,
    wants: `people called ${said.join(' ')}`,
    reason,
    grade: rules.named(said)
  })
  return [
    ...pick(people, 10, 'name', idOf).map(({ names }) =>
      row('names', names.join(' '), names, 'both names; one of them is a namesake')
    ),
    ...pick(people, 5, 'turned', idOf).map(({ names }) =>
      row('names', names.toReversed().join(' '), names, 'family name first')
    ),
    ...pick(people, 14, 'begun', idOf).map(({ names: [first = '', last = ''] }) =>
      row('beginnings of names', `${first} ${last.slice(0, 3)}`, [first, last], 'the last name is not finished')
    ),
    ...pick(people, 6, 'joined', idOf).map(({ names }) =>
      row('names', names.join(''), names, 'no space between the names')
    )
  ]
}

const misspeltNames = ({ people, names }: Material): UserRow[] =>
  pickMade(
    people,
    32,
    'misspelt',
    ({ names: said }, index) => {
      const typed = said.map((name, at) =>
        name.length >= 4 && (index % 3 === 0 || at === index % said.length) ? misspelt(name, names) : name
      )
      return typed.includes(null) || typed.join(' ') === said.join(' ')
        ? null
        : {
            class: 'misspelt names',
            query: typed.join(' '),
            wants: `people called ${said.join(' ')}`,
            reason: 'a slip in one name or in both; one name alone is a namesake',
            grade: rules.named(said)
          }
    },
    ({ user }) => user.id
  )

const topics = ({ world, topics: all }: Material): UserRow[] => {
  const inBios = new Map<string, number>()
  for (const { bio } of world.records.users) for (const word of bio.words) inBios.set(word, (inBios.get(word) ?? 0) + 1)
  const known = all.slice(0, 200).filter((tag) => /^[a-z]{4,}$/.test(tag) && (inBios.get(tag) ?? 0) >= 2)
  return pick(known, 8, 'people about').map((topic) => ({
    class: 'people by topic',
    query: topic,
    wants: `people who are about ${topic}`,
    reason: 'in the name, next in the bio',
    grade: rules.peopleAbout(topic)
  }))
}

const live = ({ world }: Material): Row[] => {
  const rooms = world.records.live
  const words = new Map<string, number>()
  for (const { title } of rooms) for (const word of title.words) words.set(word, (words.get(word) ?? 0) + 1)
  const latin = [...words.keys()].filter((word) => /^[a-z]{5,}$/.test(word))
  const row = (query: string, wants: string, reason: string, grade: Wanted<'live'>['grade']): Row =>
    rowOf(world, { class: 'live rooms', kind: 'live', query, wants, reason, grade })
  return [
    ...pick(latin, 6, 'room').map((word) =>
      row(word, `rooms about ${word}`, 'a word of the title', rules.room([word]))
    ),
    ...pick(
      rooms.filter(({ title }) => /^[\x20-\x7e]+$/.test(title.text)),
      5,
      'title',
      ({ id }) => id
    ).map(({ title }) => {
      const said = [...title.words].filter(({ length }) => length > 3).slice(0, 3)
      return row(said.join(' '), `a room called ${title.text}`, 'words of one title', rules.room(said))
    }),
    ...pick(rooms, 5, 'streamer', ({ id }) => id).map(({ creator }) =>
      row(creator, `the room of @${creator}`, 'a whole handle', (room) => (room.creator === creator ? 3 : 0))
    ),
    ...pickMade(latin, 4, 'room typo', (word) => {
      const typed = misspelt(word, words)
      return typed === null ? null : row(typed, `rooms about ${word}`, 'as typed in haste', rules.room([word]))
    }),
    ...pick(
      latin.filter(({ length }) => length >= 6),
      4,
      'room begun'
    ).map((word) =>
      row(word.slice(0, 4), `rooms about ${word}`, 'the word is not finished', rules.roomHolding(word.slice(0, 4)))
    ),
    ...pick(
      [...words.keys()].filter((word) =>
        /^[\p{sc=Hang}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Cyrl}]{3,}$/u.test(word)
      ),
      6,
      'room script'
    ).map((word) => {
      const part = /^\p{sc=Cyrl}/u.test(word) ? word : word.slice(0, 2)
      return row(part, `rooms that say ${part}`, `the beginning of ${word}`, rules.roomHolding(part))
    })
  ]
}

export const sampledPeople = (material: Material): Row[] => [
  ...[...handles(material), ...names(material), ...misspeltNames(material), ...topics(material)].map((row) =>
    rowOf(material.world, { ...row, kind: 'users' })
  ),
  ...live(material)
]
