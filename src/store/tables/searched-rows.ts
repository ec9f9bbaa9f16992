import {
  type Put,
  putAuthor,
  putCaption,
  putHashtags,
  putPlace,
  putRoom,
  putSound,
  putUser
} from '../../engines/search/documents.ts'
import { keyAt, keyOf, numberOf, postQuality, rankOf, roomQuality, userQuality } from '../../engines/search/keys.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import type { HashtagUse } from '../../records/post.ts'
import type { Cells } from './columns.ts'

/** How rows of one kind are searched. */
type SearchedRows = {
  from: string
  /** Which rows are searchable. */
  isSearched: string
  pk: string
  /** Two columns that form the rank, then the natural key. */
  standing: string
  texts: string
  rank: (reach: number, time: number) => number
  put: (put: Put, texts: Cells) => void
}

export const searchedRows: Readonly<Record<SearchKind, SearchedRows>> = {
  posts: {
    from: `posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
      LEFT JOIN places l ON l.pk = p.place_pk`,
    isSearched: 'TRUE',
    pk: 'p.pk',
    standing: 'p.plays, p.created_at, p.post_id',
    texts: 'p.hashtags, u.username, u.display_name, l.name, l.address, s.title, s.author, p.caption',
    rank: (plays, createdAt) => rankOf(keyOf(postQuality(plays, createdAt), 0)),
    put: (put, [hashtags, username, displayName, place, address, soundTitle, soundAuthor, caption]) => {
      putHashtags(put, readHashtags(hashtags))
      putAuthor(put, { username: text(username), displayName: text(displayName) })
      putPlace(put, { name: text(place), address: text(address) })
      putSound(put, { soundTitle: text(soundTitle), soundAuthor: text(soundAuthor) })
      putCaption(put, text(caption))
    }
  },
  users: {
    from: 'users u',
    // An account whose handle now belongs to another is found by its id only.
    isSearched: 'u.handle IS NOT NULL',
    pk: 'u.pk',
    standing: 'u.followers, 0, u.user_id',
    texts: 'u.username, u.display_name, u.bio',
    rank: (followers) => rankOf(keyOf(userQuality(followers), 0)),
    put: (put, [username, displayName, bio]) =>
      putUser(put, { username: String(username), displayName: text(displayName), bio: text(bio) })
  },
  live: {
    from: 'live_rooms l JOIN users u ON u.pk = l.user_pk',
    isSearched: `l.status = ${liveStatuses.live}`,
    pk: 'l.pk',
    standing: 'l.viewer_count, 0, l.room_id',
    texts: 'l.title, u.username, u.display_name',
    rank: (viewers) => rankOf(keyOf(roomQuality(viewers), 0)),
    put: (put, [title, username, displayName]) =>
      putRoom(put, { title: text(title), username: String(username), displayName: text(displayName) })
  }
}

/** The search key from the cells of `standing`. */
export const searchKeyOf = (kind: SearchKind, [reach, time, naturalKey]: Cells): number =>
  keyAt(searchedRows[kind].rank(Number(reach), Number(time)), numberOf(String(naturalKey)))

export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Written by the import. */
export const readHashtags = (cell: unknown): HashtagUse[] => JSON.parse(String(cell)) as HashtagUse[]
