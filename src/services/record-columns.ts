import {
  type Column,
  type ColumnStore,
  type ColumnTable,
  groupSize,
  type NumberColumn
} from '../engines/columnar/column-store.ts'
import { type Chunk, ofLists, ofValues } from '../engines/columnar/decoded-chunks.ts'
import { postEngagementRate } from '../engines/filters/engagement-rate.ts'
import { type GrowthNumber, type PostGroup, type PostNumber, postGroups } from '../engines/filters/fields.ts'
import type { PostOwner, Reference } from '../engines/filters/query.ts'
import { forms, putCaption, putHashtags } from '../engines/search/documents.ts'
import { canonicalHashtag } from '../records/hashtag-name.ts'
import { accountIdOf, knownValue, originOf } from '../records/missing-fields.ts'
import { codeNumber, codeOf } from '../records/origin.ts'
import type { Post } from '../records/post.ts'
import type { GroupEntry } from '../records/post-summary.ts'
import { authorKey } from '../records/user-key.ts'
import { idOrderOf } from '../store/tables/id-order.ts'
import { known } from './known.ts'

/** The list that the records were read from. */
export type ListOf = { readonly feed: PostOwner['feed'] | 'searchVideos'; readonly key: string }

/** Distinct values, numbered from 0 in order of first occurrence. */
class NumberedThings<T> {
  readonly all: T[] = []
  readonly #rows = new Map<string, number>()

  rowOf(key: string, value: T): number {
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    this.#rows.set(key, this.all.length)
    return this.all.push(value) - 1
  }

  /** The value of a row that `rowOf` returned. */
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

/** An unknown number is NaN. */
const numberOf = (value: number | boolean | null): number => (value === null ? Number.NaN : Number(value))

/** Identifies the sound of a post, which may have no id; null without a sound. */
const soundKeyOf = ({ sound_id, sound_title, sound_author, sound_is_original }: Post): string | null => {
  if (sound_id !== null) return sound_id
  const isNamed = sound_title !== null || sound_author !== null || sound_is_original
  return isNamed ? JSON.stringify([sound_title, sound_author, sound_is_original]) : null
}

/**
 * Columns of the posts of a list that was read as records. Row numbers are indexes in the list, which serves as a collection in that order.
 * Records have no places, so posts have a place only in the list of a place.
 */
export class RecordColumns implements ColumnStore {
  readonly posts: readonly Post[]
  readonly authors = new NumberedThings<{ id: string | null; username: string; verified: boolean | null }>()
  readonly sounds = new NumberedThings<{ id: string | null; isOriginal: boolean | null }>()
  readonly hashtags = new NumberedThings<{ id: string | null; name: string | null }>()
  readonly list: ListOf
  readonly #author: number[] = []
  readonly #sound: number[] = []
  readonly #hashtags: number[][] = []

  constructor(posts: readonly Post[], list: ListOf) {
    this.posts = posts
    this.list = list
    for (const post of posts) {
      const { author_username, sound_id, hashtags } = post
      // A handle may have moved to another account, which it then identifies.
      const author = authorKey(post)
      this.#author.push(
        author === null
          ? Number.NaN
          : this.authors.rowOf(author, {
              id: accountIdOf(post),
              username: author_username ?? author,
              verified: knownValue(post, 'author_verified')
            })
      )
      const sound = soundKeyOf(post)
      this.#sound.push(
        sound === null
          ? Number.NaN
          : this.sounds.rowOf(sound, { id: sound_id, isOriginal: knownValue(post, 'sound_is_original') })
      )
      const uses = hashtags.map(({ id, name }) =>
        this.hashtags.rowOf(id ?? `#${canonicalHashtag(name ?? '')}`, { id, name })
      )
      this.#hashtags.push([...new Set(uses)])
    }
  }

  groups(table: ColumnTable): number {
    return Math.ceil(this.#lengthOf(table) / groupSize)
  }

  chunks<T extends ColumnTable>(table: T, column: Column<T>, from: number, to: number): (Chunk | null)[] {
    const length = this.#lengthOf(table)
    return Array.from({ length: to - from }, (_, index) => {
      const begin = (from + index) * groupSize
      const end = Math.min(begin + groupSize, length)
      if (begin >= end) return null
      if (column === 'hashtags') return ofLists(this.#hashtags.slice(begin, end))
      // Only posts have list columns, and there are no text columns here.
      const numbers = this.#numbersOf(table, column as NumberColumn[T]).slice(begin, end)
      return ofValues(end - begin, Float64Array.from(numbers), Number.NaN)
    })
  }

  #lengthOf(table: ColumnTable): number {
    if (table === 'posts') return this.posts.length
    return table === 'users' ? this.authors.all.length : this.sounds.all.length
  }

  #numbersOf(table: ColumnTable, column: NumberColumn[ColumnTable]): number[] {
    if (table === 'sounds') return this.sounds.all.map(({ isOriginal }) => numberOf(isOriginal))
    if (table === 'users') {
      return this.authors.all.map(({ verified }) => (column === 'verified' ? numberOf(verified) : Number.NaN))
    }
    switch (column) {
      case 'author':
        return this.#author
      case 'sound':
        return this.#sound
      case 'place':
        return this.posts.map(() => (this.list.feed === 'placePosts' ? 0 : Number.NaN))
      case 'country':
      case 'language':
        return this.posts.map((post) => codeNumber(originOf(post, column) ?? '') || Number.NaN)
      case 'is_listed':
        return this.posts.map(() => 1)
      case 'id_order':
        return this.posts.map(({ post_id }) => (post_id === null ? 0 : idOrderOf(post_id)))
      case 'search_key':
        return this.posts.map((_, row) => row)
      default:
        // The remaining columns of posts are numbers of filters; `refuseUnread` refuses those of growth.
        return this.posts.map((post) =>
          numberOf(
            column === 'engagement_rate'
              ? postEngagementRate(known(post))
              : knownValue(post, column as Exclude<RecordNumber, 'engagement_rate'>)
          )
        )
    }
  }

  rowsOf(reference: Reference, names: readonly string[]): number[] {
    if (reference === 'place') return this.list.feed === 'placePosts' && names.includes(this.list.key) ? [0] : []
    if (reference === 'hashtag') {
      const wanted = new Set(names)
      return this.hashtags.all.flatMap(({ name }, row) => (wanted.has(canonicalHashtag(name ?? '')) ? [row] : []))
    }
    const table = reference === 'author' ? this.authors : this.sounds
    return names.flatMap((name) => table.find(name) ?? [])
  }

  /** Ids and names of the rows of groups. */
  namesBy(group: PostGroup): (row: number) => Pick<GroupEntry, 'id' | 'name'> {
    switch (group) {
      case 'CREATOR':
        return (row) => {
          const { id, username } = this.authors.at(row)
          return { id, name: username }
        }
      case 'HASHTAG':
        return (row) => this.hashtags.at(row)
      case 'SOUND':
        return (row) => ({ id: this.sounds.at(row).id, name: null })
      case 'PLACE':
        return () => ({ id: this.list.key, name: null })
      case 'COUNTRY':
      case 'LANGUAGE':
        return (code) => ({ id: null, name: codeOf(postGroups[group], code) })
    }
  }

  /** Queries over records always select from all of them. */
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
