import { fieldsOfLists } from '../src/engines/search/fields.ts'
import { keyOf } from '../src/engines/search/keys.ts'
import { bytesOfPosting, writePosting } from '../src/engines/search/lists.ts'
import type { ListPiece, SearchStore } from '../src/engines/search/store.ts'

export type Thing = {
  /** Its number in keys as well. */
  pk: number
  quality: number
  author: number | null
  caption?: number
  words: ReadonlyMap<string, number>
}

export const keyOfThing = ({ quality, pk }: Thing): number => keyOf(quality, pk)

/** A store that holds its lists in memory, of posts, in pieces of a size of its own, and counts what it is asked. */
export const searchInMemory = (things: readonly Thing[], postingsOfPiece = 256) => {
  const sorted = things.map((thing) => ({ key: keyOfThing(thing), thing })).sort((a, b) => a.key - b.key)
  const lists = new Map<string, { key: number; fields: number }[]>()
  for (const { key, thing } of sorted) {
    for (const [word, fields] of thing.words) {
      const list = lists.get(word) ?? []
      lists.set(word, list)
      list.push({ key, fields })
    }
  }
  const words = [...lists.keys()].sort()
  const known = (word: string) => {
    const index = words.indexOf(word)
    return index === -1 ? null : { id: index + 1, word, things: lists.get(word)?.length ?? 0 }
  }
  const captions = new Map(things.map(({ pk, caption = 0 }) => [pk, caption]))
  const authors = new Map(things.map(({ pk, author }) => [pk, author]))
  /** One of the lists of a word: its places in the fields of that list. */
  const parts = new Map<number, { key: number; fields: number }[]>()
  const partOf = (number: number) => {
    const known = parts.get(number)
    if (known !== undefined) return known
    const mask = fieldsOfLists.posts[number % 2] ?? 0
    const all = lists.get(words[Math.floor(number / 2) - 1] ?? '') ?? []
    const list = all.map(({ key, fields }) => ({ key, fields: fields & mask })).filter(({ fields }) => fields !== 0)
    parts.set(number, list)
    return list
  }
  const asked = { rounds: 0, pieces: 0 }
  const store: SearchStore = {
    words: (_, wanted) => wanted.map(known),
    withPrefix: (_, beginning, most) =>
      words
        .filter((word) => word.startsWith(beginning))
        .flatMap((word) => known(word) ?? [])
        .sort((a, b) => b.things - a.things)
        .slice(0, most),
    keyedBy: () => [],
    things: () => things.length,
    origins: (keys) =>
      keys.map((key) => ({ author: authors.get(key % 2 ** 32) ?? null, caption: captions.get(key % 2 ** 32) ?? 0 })),
    creators: (keys) => keys.map((key) => authors.get(key % 2 ** 32) ?? null),
    pieces(wanted) {
      asked.rounds += 1
      asked.pieces += wanted.length
      return wanted.map(({ list: number, from }): ListPiece | null => {
        const list = partOf(number)
        const first = list.findIndex(({ key }) => key >= from)
        if (first === -1) return null
        const start = first - (first % postingsOfPiece)
        const bytes = new Uint8Array(postingsOfPiece * bytesOfPosting)
        let end = 0
        let before = -1
        for (const { key, fields } of list.slice(start, start + postingsOfPiece)) {
          end = writePosting(bytes, end, before, key, fields)
          before = key
        }
        return { data: bytes.subarray(0, end), isLast: start + postingsOfPiece >= list.length }
      })
    }
  }
  return { store, known, asked }
}
