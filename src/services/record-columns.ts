import { encodeLists, encodeNumbers } from '../columnar/chunks.ts'
import {
  type Column,
  type ColumnStore,
  type ColumnTable,
  groupSize,
  type NumberColumn
} from '../columnar/column-store.ts'
import { postEngagementRate } from '../filters/engagement-rate.ts'
import type { GrowthNumber, PostNumber } from '../filters/fields.ts'
import type { PostOwner, Reference } from '../filters/query.ts'
import type { Post } from '../records/post.ts'
import { forms, putCaption, putHashtags } from '../search/documents.ts'
import { idOrderOf } from '../store/tables/id-order.ts'

/** The list that the records were read from. */
export type ListOf = { readonly feed: PostOwner['feed'] | 'searchVideos'; readonly key: string }

/** Distinct things, numbered from 0 in the order in which they come. */
class Numbered<T> {
  readonly all: T[] = []
  readonly #rows = new Map<string, number>()

  rowOf(key: string, value: T): number {
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    this.#rows.set(key, this.all.length)
    return this.all.push(value) - 1
  }

  /** The thing of a row that was given out. */
  at(row: number): T {
    const thing = this.all[row]
    if (thing === undefined) throw new RangeError(`no row ${row}`)
    return thing
  }

  find(key: string): number | undefined {
    return this.#rows.get(key)
  }
}

type RecordNumber = Exclude<PostNumber, GrowthNumber>

const numbers: Readonly<Record<RecordNumber, (post: Post) => number>> = {
  created_at: ({ created_at }) => created_at,
  plays: ({ plays }) => plays,
  likes: ({ likes }) => likes,
  comments: ({ comments }) => comments,
  shares: ({ shares }) => shares,
  saves: ({ saves }) => saves,
  reposts: ({ reposts }) => reposts,
  duration_seconds: ({ duration_seconds }) => duration_seconds,
  engagement_rate: (post) => postEngagementRate(post) ?? Number.NaN,
  is_ad: ({ is_ad }) => Number(is_ad)
}

/** Identifies the sound of a post, which may have no id; null without a sound. */
const soundKeyOf = ({ sound_id, sound_title, sound_author, sound_is_original }: Post): string | null => {
  if (sound_id !== null) return sound_id
  const isNamed = sound_title !== null || sound_author !== null || sound_is_original
  return isNamed ? JSON.stringify([sound_title, sound_author, sound_is_original]) : null
}

/**
 * Columns of the posts of a list, for lists that were read as records. Row numbers are places in the list, whose order is that of the
 * collection. A record does not say which of its numbers its source lacks: such a number is 0 here. Records name no places, so that posts
 * have a place only where the list is that of a place.
 */
export class RecordColumns implements ColumnStore {
  readonly posts: readonly Post[]
  readonly authors = new Numbered<{ username: string; verified: boolean }>()
  readonly sounds = new Numbered<{ id: string | null; isOriginal: boolean }>()
  readonly hashtags = new Numbered<{ id: string | null; name: string | null }>()
  readonly #list: ListOf
  readonly #author: number[] = []
  readonly #sound: number[] = []
  readonly #hashtags: number[][] = []

  constructor(posts: readonly Post[], list: ListOf) {
    this.posts = posts
    this.#list = list
    for (const post of posts) {
      const { author_username, author_verified, sound_id, sound_is_original, hashtags } = post
      const username = author_username?.toLowerCase() ?? null
      this.#author.push(
        username === null
          ? Number.NaN
          : this.authors.rowOf(username, { username: author_username ?? username, verified: author_verified })
      )
      const sound = soundKeyOf(post)
      this.#sound.push(
        sound === null ? Number.NaN : this.sounds.rowOf(sound, { id: sound_id, isOriginal: sound_is_original })
      )
      const uses = hashtags.map(({ id, name }) =>
        this.hashtags.rowOf(id ?? `#${name?.toLowerCase() ?? ''}`, { id, name })
      )
      this.#hashtags.push([...new Set(uses)])
    }
  }

  groups(table: ColumnTable): number {
    return Math.ceil(this.#lengthOf(table) / groupSize)
  }

  chunks<T extends ColumnTable>(table: T, column: Column<T>, from: number, to: number): (Uint8Array | null)[] {
    const length = this.#lengthOf(table)
    return Array.from({ length: to - from }, (_, index) => {
      const begin = (from + index) * groupSize
      const end = Math.min(begin + groupSize, length)
      if (begin >= end) return null
      if (column === 'hashtags') return encodeLists(this.#hashtags.slice(begin, end))
      // Only posts have lists, and posts, creators and sounds have no texts here.
      return encodeNumbers(this.#numbersOf(table, column as NumberColumn[T]).slice(begin, end))
    })
  }

  #lengthOf(table: ColumnTable): number {
    if (table === 'posts') return this.posts.length
    return table === 'users' ? this.authors.all.length : this.sounds.all.length
  }

  #numbersOf(table: ColumnTable, column: NumberColumn[ColumnTable]): number[] {
    if (table === 'sounds') return this.sounds.all.map(({ isOriginal }) => Number(isOriginal))
    if (table === 'users') {
      return this.authors.all.map(({ verified }) => (column === 'verified' ? Number(verified) : Number.NaN))
    }
    switch (column) {
      case 'author':
        return this.#author
      case 'sound':
        return this.#sound
      case 'place':
        return this.posts.map(() => (this.#list.feed === 'placePosts' ? 0 : Number.NaN))
      case 'is_listed':
        return this.posts.map(() => 1)
      case 'id_order':
        return this.posts.map(({ post_id }) => (post_id === null ? 0 : idOrderOf(post_id)))
      case 'search_key':
        return this.posts.map((_, row) => row)
      default:
        // The remaining columns of posts are the numbers that filters compare; `refuseGrowth` keeps out those of growth.
        return this.posts.map(numbers[column as RecordNumber])
    }
  }

  rowsOf(reference: Reference, names: readonly string[]): number[] {
    if (reference === 'place') return this.#list.feed === 'placePosts' && names.includes(this.#list.key) ? [0] : []
    if (reference === 'hashtag') {
      const wanted = new Set(names)
      return this.hashtags.all.flatMap(({ name }, row) => (wanted.has(name?.toLowerCase() ?? '') ? [row] : []))
    }
    const things = reference === 'author' ? this.authors : this.sounds
    return names.flatMap((name) => things.find(name) ?? [])
  }

  /** Queries over records select from all of them. */
  owner(): null {
    return null
  }

  collection(): number[] {
    return this.posts.map((_, row) => row)
  }

  containing(_kind: 'posts' | 'users', words: readonly string[]): Float64Array {
    const rows = this.posts.flatMap(({ caption, hashtags }, row) => {
      const own = new Set<string | null>()
      const put = (_: number, form: keyof typeof forms, text: string | null) => {
        if (text !== null) for (const word of forms[form](text)) own.add(word)
      }
      putCaption(put, caption)
      putHashtags(put, hashtags)
      return words.every((word) => own.has(word)) ? [row] : []
    })
    return Float64Array.from(rows)
  }
}
