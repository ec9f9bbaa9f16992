import { fieldsOfLists } from '../src/engines/search/fields.ts'
import { keyOf } from '../src/engines/search/keys.ts'
import { bytesOfPosting, writePosting } from '../src/engines/search/lists.ts'
import type { ListBlock, SearchStore } from '../src/engines/search/store.ts'

export type Document = {
  /** Its number in keys as well. */
  pk: number
  quality: number
  author: number | null
  caption?: number
  words: ReadonlyMap<string, number>
}

export const keyOfDocument = ({ quality, pk }: Document): number => keyOf(quality, pk)

/** A store that holds its lists in memory, of posts, in blocks of a size of its own, and counts what it is asked. */
export const searchInMemory = (documents: readonly Document[], postingsOfBlock = 256) => {
  const sorted = documents.map((document) => ({ key: keyOfDocument(document), document })).sort((a, b) => a.key - b.key)
  const lists = new Map<string, { key: number; fields: number }[]>()
  for (const { key, document } of sorted) {
    for (const [word, fields] of document.words) {
      const list = lists.get(word) ?? []
      lists.set(word, list)
      list.push({ key, fields })
    }
  }
  const words = [...lists.keys()].sort()
  const known = (word: string) => {
    const index = words.indexOf(word)
    return index === -1 ? null : { id: index + 1, word, documents: lists.get(word)?.length ?? 0 }
  }
  const captions = new Map(documents.map(({ pk, caption = 0 }) => [pk, caption]))
  const authors = new Map(documents.map(({ pk, author }) => [pk, author]))
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
  const asked = { rounds: 0, blocks: 0 }
  const store: SearchStore = {
    words: (_, wanted) => wanted.map(known),
    withPrefix: (_, beginning, most) =>
      words
        .filter((word) => word.startsWith(beginning))
        .flatMap((word) => known(word) ?? [])
        .sort((a, b) => b.documents - a.documents)
        .slice(0, most),
    keyedBy: () => [],
    documents: () => documents.length,
    origins: (keys) =>
      keys.map((key) => ({ author: authors.get(key % 2 ** 32) ?? null, caption: captions.get(key % 2 ** 32) ?? 0 })),
    creators: (keys) => keys.map((key) => authors.get(key % 2 ** 32) ?? null),
    blocks(wanted) {
      asked.rounds += 1
      asked.blocks += wanted.length
      return wanted.map(({ list: number, from }): ListBlock | null => {
        const list = partOf(number)
        const first = list.findIndex(({ key }) => key >= from)
        if (first === -1) return null
        // Blocks of equal length, as the index has them.
        const count = Math.ceil(list.length / postingsOfBlock)
        const startOf = (block: number) => Math.floor((block * list.length) / count)
        let block = Math.floor((first * count) / list.length)
        if (startOf(block + 1) <= first) block += 1
        const bytes = new Uint8Array(postingsOfBlock * bytesOfPosting)
        let end = 0
        let before = -1
        for (const { key, fields } of list.slice(startOf(block), startOf(block + 1))) {
          end = writePosting(bytes, end, before, key, fields)
          before = key
        }
        return { data: bytes.subarray(0, end), isLast: block === count - 1 }
      })
    }
  }
  return { store, known, asked }
}
