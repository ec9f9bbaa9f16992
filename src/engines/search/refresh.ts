import { fieldsOfLists, listOf, userFields } from './fields.ts'
import type { IndexedWord, IndexStore, SearchedDocument, WrittenDocument } from './index-store.ts'
import { type IndexedWords, readWords, writeWords } from './indexed-words.ts'
import { mergeLists } from './merging.ts'
import { Postings } from './postings.ts'
import { type CountedWord, updateTopWords } from './prefixes.ts'
import { ask, type SearchKind, type Steps } from './store.ts'

const documentsAtOnce = 500

/**
 * One round of an index update from rows noted as stale, within one transaction: removes the words that documents lost and adds those they
 * gained, whatever happened in between. Ends at about this many postings. Returns the number of notes processed; 0: there were none.
 */
export function* refreshRound(postingsOfRound: number): Steps<number, IndexStore> {
  const round = new Round(yield* ask((store) => store.lastWord()))
  let done = 0
  while (round.isOpen(postingsOfRound)) {
    const stale = yield* ask((store) => store.takeStale(documentsAtOnce))
    if (stale === null) break
    const { kind, pks } = stale
    done += pks.length
    if (kind === 'sounds' || kind === 'places') yield* ask((store) => store.noteBorrowers(kind, pks))
    else yield* round.take(kind, pks)
  }
  yield* round.end()
  return done
}

/**
 * Updates the index for some rows of a kind within a transaction, whatever else is stale. Returns the words of which the number of documents
 * changed, with that number.
 */
export function* refreshDocuments(
  kind: SearchKind,
  pks: readonly number[],
  postingsOfRound: number
): Steps<CountedWord[], IndexStore> {
  const counted: CountedWord[] = []
  for (let at = 0; at < pks.length; ) {
    const round = new Round(yield* ask((store) => store.lastWord()))
    do {
      yield* round.take(kind, pks.slice(at, at + documentsAtOnce))
      at += documentsAtOnce
    } while (at < pks.length && round.isOpen(postingsOfRound))
    counted.push(...(yield* round.end()))
  }
  return counted
}

const searchKinds: readonly SearchKind[] = ['posts', 'users', 'live']

/** The state of a document that is not indexed. */
const none: { key: number; words: IndexedWords } = { key: -1, words: { words: [], fields: [] } }

/** Words of one kind during a round. */
type Words = {
  ids: Map<string, number>
  /** Words new to the index. */
  added: Map<number, string>
  /** Change of each word's document count. */
  changes: Map<number, number>
}

const noWords = (): Words => ({ ids: new Map(), added: new Map(), changes: new Map() })

class Round {
  readonly postings = new Postings()
  readonly #words: Record<SearchKind, Words> = { posts: noWords(), users: noWords(), live: noWords() }
  #lastWord: number

  constructor(lastWord: number) {
    this.#lastWord = lastWord
  }

  /** Whether it takes more documents. */
  isOpen(mostPostings: number): boolean {
    return this.postings.count < mostPostings && this.postings.hasCapacity(2 * documentsAtOnce)
  }

  /** Writes what has changed, and returns the words that more or fewer documents have. */
  *end(): Steps<CountedWord[], IndexStore> {
    this.postings.sort()
    yield* mergeLists(this.postings)
    const counted: CountedWord[] = []
    for (const kind of searchKinds) counted.push(...(yield* this.#count(kind)))
    return counted
  }

  /** Removes documents as they were indexed, and adds them as they are. */
  *take(kind: SearchKind, pks: readonly number[]): Steps<void, IndexStore> {
    const before = yield* ask((store) => store.indexed(kind, pks))
    const now = yield* ask((store) => store.searched(kind, pks))
    yield* this.#learn(kind, now)
    const placed = yield* this.#keysOf(kind, pks, now)
    const written: WrittenDocument[] = []
    const removed: number[] = []
    const renamed: number[] = []
    let more = 0
    for (const [index, pk] of pks.entries()) {
      const [was, is] = [before[index] ?? null, now[index] ?? null]
      const had = was === null ? none.words : readWords(was.words)
      const has =
        is === null ? none.words : { words: is.words.map((word) => this.#idOf(kind, word)), fields: is.fields }
      more += (is === null ? 0 : 1) - (was === null ? 0 : 1)
      // Posts also show accounts that are hidden, whose earlier names are unknown here.
      if (kind === 'users' && (was === null || is === null || isRenamed(had, has))) renamed.push(pk)
      const keys = { before: was?.key ?? none.key, now: placed[index] ?? none.key }
      const isChanged = this.#change(kind, keys, had, has)
      if (is !== null && (isChanged || keys.now !== keys.before)) {
        const isMoved = keys.now !== keys.before
        written.push({ pk, isMoved, key: keys.now, words: writeWords(has.words, has.fields) })
      } else if (is === null && was !== null) removed.push(pk)
    }
    if (written.length > 0) yield* ask((store) => store.writeDocuments(kind, written))
    if (removed.length > 0) yield* ask((store) => store.removeDocuments(kind, removed))
    if (renamed.length > 0) yield* ask((store) => store.noteBorrowers('users', renamed))
    if (more !== 0) yield* ask((store) => store.addToSize(kind, more))
  }

  /** The current keys of documents; null for hidden ones. On a collision the next free key is used. */
  *#keysOf(
    kind: SearchKind,
    pks: readonly number[],
    documents: readonly (SearchedDocument | null)[]
  ): Steps<readonly (number | null)[], IndexStore> {
    const keys = documents.map((document) => document?.key ?? null)
    const taken = new Set<number>()
    let open = keys.flatMap((key, index) => (key === null ? [] : [{ key, index }]))
    while (open.length > 0) {
      const requested = open
      const holders = yield* ask((store) =>
        store.holders(
          kind,
          requested.map(({ key }) => key)
        )
      )
      open = []
      for (const [at, { key, index }] of requested.entries()) {
        const holder = holders[at] ?? null
        const isFree = !taken.has(key) && (holder === null || holder === pks[index])
        if (isFree) taken.add(key)
        else open.push({ key: key + 1, index })
        keys[index] = isFree ? key : key + 1
      }
    }
    return keys
  }

  /** Assigns numbers to words, including new ones. */
  *#learn(kind: SearchKind, documents: readonly (SearchedDocument | null)[]): Steps<void, IndexStore> {
    const { ids, added } = this.#words[kind]
    const unknown = new Set<string>()
    for (const document of documents) for (const word of document?.words ?? []) if (!ids.has(word)) unknown.add(word)
    if (unknown.size === 0) return
    const words = [...unknown]
    const numbers = yield* ask((store) => store.wordNumbers(kind, words))
    for (const [index, word] of words.entries()) {
      let id = numbers[index] ?? null
      if (id === null) {
        id = ++this.#lastWord
        added.set(id, word)
      }
      ids.set(word, id)
    }
  }

  #idOf(kind: SearchKind, word: string): number {
    const id = this.#words[kind].ids.get(word)
    if (id === undefined) throw new Error('a word has a number before it is put in')
    return id
  }

  /** Records the posting changes of a document, and returns whether there are any. */
  #change(kind: SearchKind, keys: { before: number; now: number }, had: IndexedWords, has: IndexedWords): boolean {
    const { changes } = this.#words[kind]
    const parts = fieldsOfLists[kind]
    const now = new Map(has.words.map((word, index) => [word, has.fields[index] ?? 0]))
    const countBefore = this.postings.count
    const put = (word: number, fieldsBefore: number, fieldsNow: number) => {
      const more = Number(fieldsNow !== 0) - Number(fieldsBefore !== 0)
      if (more !== 0) changes.set(word, (changes.get(word) ?? 0) + more)
      for (const [part, mask] of parts.entries()) {
        const [of, to] = [fieldsBefore & mask, fieldsNow & mask]
        if (of === to && keys.before === keys.now) continue
        if (of !== 0 && keys.before !== keys.now) this.postings.add(listOf(word, part), keys.before, 0)
        if (to !== 0 || (of !== 0 && keys.before === keys.now)) this.postings.add(listOf(word, part), keys.now, to)
      }
    }
    for (const [index, word] of had.words.entries()) {
      put(word, had.fields[index] ?? 0, now.get(word) ?? 0)
      now.delete(word)
    }
    for (const [word, fields] of now) put(word, 0, fields)
    return this.postings.count > countBefore
  }

  /** Updates document counts of words; adds and removes words. */
  *#count(kind: SearchKind): Steps<CountedWord[], IndexStore> {
    const { added, changes } = this.#words[kind]
    const counted: CountedWord[] = []
    const all = [...changes].filter(([, more]) => more !== 0)
    for (let at = 0; at < all.length; at += wordsAtOnce) {
      const some = all.slice(at, at + wordsAtOnce)
      const existingIds = some.map(([id]) => id).filter((id) => !added.has(id))
      const recounted: IndexedWord[] = []
      const removed: IndexedWord[] = []
      for (const word of yield* ask((store) => store.words(existingIds))) {
        const documents = word.documents + (changes.get(word.id) ?? 0)
        counted.push({ id: word.id, word: word.word, documents, before: word.documents })
        if (documents > 0) recounted.push({ ...word, documents })
        else removed.push(word)
      }
      const fresh = some.flatMap(([id, documents]): IndexedWord[] => {
        const word = added.get(id)
        return word === undefined ? [] : [{ id, kind, word, documents }]
      })
      for (const { id, word, documents } of fresh) counted.push({ id, word, documents, before: 0 })
      if (recounted.length > 0) yield* ask((store) => store.countWords(recounted))
      if (removed.length > 0) yield* ask((store) => store.removeWords(removed))
      if (fresh.length > 0) yield* ask((store) => store.addWords(fresh))
    }
    yield* updateTopWords(kind, counted)
    return counted
  }
}

const wordsAtOnce = 1_000

/** Whether the user fields that posts show have changed. */
const isRenamed = (had: IndexedWords, has: IndexedWords): boolean => {
  const names = ({ words, fields }: IndexedWords) =>
    words
      .map((word, index) => [word, (fields[index] ?? 0) & (userFields.handle | userFields.name)] as const)
      .filter(([, bits]) => bits !== 0)
  const before = new Map(names(had))
  const now = names(has)
  return now.length !== before.size || now.some(([word, bits]) => before.get(word) !== bits)
}
