import { DatabaseSync } from 'node:sqlite'
import { liveStatuses } from '../../src/records/live-statuses.ts'
import { baseOf, compact, emojiOf, plain, wordsOf } from './plain-text.ts'

/** What a text says, in the forms in which rules ask for it. */
export type Said = { text: string; words: ReadonlySet<string>; bases: ReadonlySet<string> }

export type PostRecord = {
  id: string
  creator: string | null
  /** 0 where nobody told. */
  popularity: number
  caption: string
  /** Caption and hashtags. */
  own: Said
  /** Folded. */
  tags: ReadonlySet<string>
  emoji: ReadonlySet<string>
  /** Handle and name. */
  author: Said
  sound: Said & { title: string; author: string }
  place: Said
  /** Folded, of the place; empty where there is none. */
  address: string
}
export type UserRecord = { id: string; creator: null; popularity: number; name: string; names: Said; bio: Said }
/** A room on the air. */
export type RoomRecord = {
  id: string
  creator: string
  popularity: number
  title: Said
  streamer: Said
}
/** Something that may be suggested; a handle and a name are of a creator. */
export type TermRecord = { id: string; creator: string | null; popularity: number; text: string; compact: string }

export type Records = {
  top: PostRecord
  videos: PostRecord
  users: UserRecord
  live: RoomRecord
  suggestions: TermRecord
}
export type Kind = keyof Records

export type World = {
  records: { readonly [K in Kind]: readonly Records[K][] }
  /** How many posts say a word in their caption. */
  captionWords: ReadonlyMap<string, number>
  /** How many posts carry a hashtag, folded. */
  tags: ReadonlyMap<string, number>
  places: ReadonlyMap<string, number>
}

const said = (text: string, more: readonly string[] = []): Said => {
  const words = new Set([...wordsOf(text), ...more])
  return { text: plain(text), words, bases: new Set([...words].map(baseOf)) }
}

/** The parts of a handle, each also without the digits behind it, and the whole. */
const handleWords = (handle: string) => [
  ...wordsOf(handle.replace(/[._]/g, ' ')).flatMap((part) => [part, part.replace(/\d+$/, '')]),
  compact(handle)
]
const namesOf = (handle: string | null, name: string | null): Said =>
  handle === null ? said(name ?? '') : said(`${handle} ${name ?? ''}`, handleWords(handle))

export const termOf = (text: string, popularity = 0, creator: string | null = null): TermRecord => ({
  id: text,
  creator,
  popularity,
  text: plain(text).replace(/^[@#]/, ''),
  compact: compact(text)
})

const count = (counts: Map<string, number>, key: string, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by)

export type PostRow = {
  post_id: string
  caption: string | null
  hashtags: string
  plays: number | null
  username: string | null
  display_name: string | null
  title: string | null
  author: string | null
  place: string | null
  address?: string | null
}

const nothing = said('')

export const postRecord = (row: PostRow): PostRecord => {
  // The column holds the record's hashtags as JSON.
  const used = JSON.parse(row.hashtags) as { name: string | null }[]
  const tags = new Set(used.flatMap(({ name }) => (name === null ? [] : [plain(name)])))
  return {
    id: row.post_id,
    creator: row.username,
    popularity: row.plays ?? 0,
    caption: row.caption ?? '',
    // A number behind a hashtag is no part of its word.
    own: said(
      `${row.caption ?? ''} ${[...tags].join(' ')}`,
      [...tags].map((tag) => tag.replace(/(?<=\p{L}{3})\d+$/u, ''))
    ),
    tags,
    emoji: new Set(emojiOf(row.caption)),
    author: namesOf(row.username, row.display_name),
    sound: {
      ...(row.title === null && row.author === null ? nothing : said(`${row.title ?? ''} ${row.author ?? ''}`)),
      title: plain(row.title),
      author: plain(row.author)
    },
    place: row.place === null ? nothing : said(row.place),
    address: plain(row.address ?? null)
  }
}

export type UserRow = { username: string; display_name: string; bio: string | null; followers: number | null }
export const userRecord = ({ username, display_name, bio, followers }: UserRow): UserRecord => ({
  id: username,
  creator: null,
  popularity: followers ?? 0,
  name: display_name,
  names: namesOf(username, display_name),
  bio: said(bio ?? '')
})

type RoomRow = { room_id: string; title: string; viewer_count: number | null; username: string; display_name: string }
export const roomRecord = ({ room_id, title, viewer_count, username, display_name }: RoomRow): RoomRecord => ({
  id: room_id,
  creator: username,
  popularity: viewer_count ?? 0,
  title: said(title),
  streamer: namesOf(username, display_name)
})

/** Reads a data set by its records, and nothing that was made of them for searching. */
export const readWorld = (path: string): World => {
  const db = new DatabaseSync(path, { readOnly: true })
  // The statements name the columns of the types.
  const all = <T>(sql: string) => db.prepare(sql).all() as T[]

  const captionWords = new Map<string, number>()
  const tags = new Map<string, number>()
  const places = new Map<string, number>()
  const phrases = new Map<string, number>()
  const sounds = new Map<string, number>()
  const rows = all<PostRow>(
    `SELECT p.post_id, p.caption, p.hashtags, p.plays, u.username, u.display_name, s.title, s.author, l.name AS place, l.address
     FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
     LEFT JOIN places l ON l.pk = p.place_pk ORDER BY p.pk`
  )
  const posts = rows.map(postRecord)
  for (const { caption, place, title, plays } of rows) {
    for (const word of new Set(wordsOf(caption))) count(captionWords, word)
    if (place !== null) count(places, place)
    if (title !== null) count(sounds, title, plays ?? 0)
    const sentence = wordsOf((caption ?? '').replace(/[#@][\p{L}\p{N}\p{M}_.]+/gu, ''))
    for (let at = 1; at < sentence.length; at++) {
      const [first = '', second = ''] = [sentence[at - 1], sentence[at]]
      if (first.length > 3 && second.length > 3) count(phrases, `${first} ${second}`)
    }
  }
  for (const post of posts) for (const tag of post.tags) count(tags, tag)
  const users = all<UserRow>('SELECT username, display_name, bio, followers FROM users ORDER BY pk').map(userRecord)
  const live = all<RoomRow>(
    `SELECT l.room_id, l.title, l.viewer_count, u.username, u.display_name FROM live_rooms l
     JOIN users u ON u.pk = l.user_pk WHERE l.status = ${liveStatuses.live} ORDER BY l.pk`
  ).map(roomRecord)
  db.close()

  const terms = new Map<string, TermRecord>()
  const suggest = (text: string, popularity: number, creator: string | null = null) => {
    const key = compact(text)
    if (key !== '' && (terms.get(key)?.popularity ?? -1) < popularity) terms.set(key, termOf(text, popularity, creator))
  }
  for (const [name, uses] of tags) suggest(name, uses)
  for (const [name, uses] of places) suggest(name, uses)
  for (const [words, uses] of phrases) if (uses >= 10) suggest(words, uses)
  for (const [title, plays] of sounds) suggest(title, Math.log10(1 + plays))
  for (const { id, name, popularity } of users) {
    for (const text of [id, name]) suggest(text, Math.log10(1 + popularity), id)
  }
  return {
    records: { top: posts, videos: posts, users, live, suggestions: [...terms.values()] },
    captionWords,
    tags,
    places
  }
}
