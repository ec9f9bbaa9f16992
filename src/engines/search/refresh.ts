import { fieldsOfLists, listOf, userFields } from './fields.ts'
import { withCapacity } from './growable-arrays.ts'
import type { IndexedWord, IndexStore, SearchedDocument, WrittenDocument } from './index-store.ts'
import { type IndexedWords, readWords, writeWords } from './indexed-words.ts'
import { mergeLists } from './merging.ts'
import { Postings } from './postings.ts'
import { type CountedWord, updateTopWords } from './prefixes.ts'
import { RoundWords } from './round-words.ts'
import { ask, type SearchKind, type Steps } from './store.ts'

const documentsAtOnce = 500
/** Postings held in memory, four bytes each. */
const mostPostingsAtOnce = 4_000_000

/**
 * One round of an index update from rows noted as stale, within one transaction: removes the words that documents lost and adds those they
 * gained, whatever happened in between. Ends at about this many postings. Returns the number of notes processed; 0: there were none.
 */
export function* refreshRound(postingsOfRound: number, postingsAtOnce = mostPostingsAtOnce): Steps<number, IndexStore> {
  let round = new Round('posts', yield* ask((store) => store.lastWord()), postingsAtOnce)
  let done = 0
  while (round.isOpen(postingsOfRound)) {
    const stale = yield* ask((store) => store.takeStale(documentsAtOnce))
    if (stale === null) break
    const { kind, pks } = stale
    done += pks.length
    if (kind === 'sounds' || kind === 'places') yield* ask((store) => store.noteBorrowers(kind, pks))
    else {
      if (kind !== round.kind) {
        yield* round.end()
        round = new Round(kind, round.lastWord, postingsAtOnce)
      }
      yield* round.take(pks)
    }
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
    const round = new Round(kind, yield* ask((store) => store.lastWord()))
    do {
      yield* round.take(pks.slice(at, at + documentsAtOnce))
      at += documentsAtOnce
    } while (at < pks.length && round.isOpen(postingsOfRound))
    for (const word of yield* round.end()) counted.push(word)
  }
  return counted
}

/** The state of a document that is not indexed. */
const none: { key: number; words: IndexedWords } = { key: -1, words: { words: [], fields: [] } }

/** Changes of documents of one kind: kinds share no words, and so no lists. */
class Round {
  readonly kind: SearchKind
  readonly #postingsAtOnce: number
  #postings = new Postings()
  /** Number of postings that the lists have already. */
  #merged = 0
  #words = new RoundWords()
  /** Words get ids after this one, in order of appearance. */
  readonly #lastWord: number
  readonly #added: string[] = []
  /** Number of documents of each added word. */
  #documents = new Int32Array(1024)
  /** Change of the document count of other words, by their ids. */
  readonly #changes = new Map<number, number>()

  constructor(kind: SearchKind, lastWord: number, postingsAtOnce = mostPostingsAtOnce) {
    this.kind = kind
    this.#lastWord = lastWord
    this.#postingsAtOnce = postingsAtOnce
  }

  get lastWord(): number {
    return this.#lastWord + this.#added.length
  }

  /** Whether it takes more documents. */
  isOpen(mostPostings: number): boolean {
    const words = Math.max(this.#words.size, this.#changes.size)
    return this.#merged + this.#postings.count < mostPostings && words < mostWords
  }

  /** Writes what has changed, and returns the words that more or fewer documents have. */
  *end(): Steps<CountedWord[], IndexStore> {
    // All documents are read: the memory serves what follows.
    this.#words = new RoundWords()
    yield* this.#merge()
    const counted = yield* this.#count()
    yield* updateTopWords(this.kind, counted)
    return counted
  }

  /** Removes documents as they were indexed, and adds them as they are. */
  *take(pks: readonly number[]): Steps<void, IndexStore> {
    const { kind } = this
    const before = yield* ask((store) => store.indexed(kind, pks))
    const words = this.#words
    const now = yield* ask((store) => store.searched(kind, pks, words.vocabulary))
    yield* this.#learn(words)
    const placed = yield* this.#keysOf(pks, now)
    const written: WrittenDocument[] = []
    const removed: number[] = []
    const renamed: number[] = []
    let more = 0
    for (const [index, pk] of pks.entries()) {
      const [was, is] = [before[index] ?? null, now[index] ?? null]
      const had = was === null ? none.words : readWords(was.words)
      const has = is === null ? none.words : words.indexed(is)
      more += (is === null ? 0 : 1) - (was === null ? 0 : 1)
      // Posts also show accounts that are hidden, whose earlier names are unknown here.
      if (kind === 'users' && (was === null || is === null || isRenamed(had, has))) renamed.push(pk)
      const keys = { before: was?.key ?? none.key, now: placed[index] ?? none.key }
      const isMoved = keys.now !== keys.before
      const isChanged = this.#change(keys, had, has)
      if (is !== null && (isChanged || isMoved)) written.push({ pk, isMoved, key: keys.now, words: writeWords(has) })
      else if (is === null && was !== null) removed.push(pk)
    }
    if (written.length > 0) yield* ask((store) => store.writeDocuments(kind, written))
    if (removed.length > 0) yield* ask((store) => store.removeDocuments(kind, removed))
    if (renamed.length > 0) yield* ask((store) => store.noteBorrowers('users', renamed))
    if (more !== 0) yield* ask((store) => store.addToSize(kind, more))
    if (this.#postings.count >= this.#postingsAtOnce) yield* this.#merge()
  }

  *#merge(): Steps<void, IndexStore> {
    const postings = this.#postings
    this.#postings = new Postings()
    this.#merged += postings.count
    yield* mergeLists(postings)
  }

  /** The current keys of documents; null for hidden ones. On a collision the next free key is used. */
  *#keysOf(
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
          this.kind,
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

  /** Gives new words of the vocabulary their ids. */
  *#learn(words: RoundWords): Steps<void, IndexStore> {
    const unknown = words.withoutId()
    if (unknown.length === 0) return
    const ids = yield* ask((store) => store.wordNumbers(this.kind, unknown))
    for (const [index, word] of unknown.entries()) {
      words.addId(ids[index] ?? this.#lastWord + this.#added.push(word))
    }
  }

  /** Records the posting changes of a document, and returns whether there are any. */
  #change(keys: { before: number; now: number }, had: IndexedWords, has: IndexedWords): boolean {
    const countBefore = this.#postings.count
    if (keys.before === keys.now) this.#put(keys.now, had, has)
    else {
      if (had.words.length > 0) this.#put(keys.before, had, none.words)
      this.#put(keys.now, none.words, has)
    }
    return this.#postings.count > countBefore
  }

  /** The document with a key has other words than before. */
  #put(key: number, had: IndexedWords, has: IndexedWords): void {
    const parts = fieldsOfLists[this.kind]
    for (let [at, to] = [0, 0]; at < had.words.length || to < has.words.length; ) {
      const old = at < had.words.length ? (had.words[at] ?? 0) : Number.POSITIVE_INFINITY
      const next = to < has.words.length ? (has.words[to] ?? 0) : Number.POSITIVE_INFINITY
      const word = Math.min(old, next)
      const before = old === word ? (had.fields[at++] ?? 0) : 0
      const now = next === word ? (has.fields[to++] ?? 0) : 0
      this.#countChange(word, (now === 0 ? 0 : 1) - (before === 0 ? 0 : 1))
      for (let part = 0; part < parts.length; part += 1) {
        const mask = parts[part] ?? 0
        if ((before & mask) !== (now & mask)) this.#postings.add(listOf(word, part), key, now & mask)
      }
    }
  }

  #countChange(word: number, more: number): void {
    if (more === 0) return
    const place = word - this.#lastWord - 1
    if (place < 0) this.#changes.set(word, (this.#changes.get(word) ?? 0) + more)
    else {
      this.#documents = withCapacity(this.#documents, place + 1)
      this.#documents[place] = (this.#documents[place] ?? 0) + more
    }
  }

  /** Updates document counts of words; adds and removes words. */
  *#count(): Steps<CountedWord[], IndexStore> {
    const { kind } = this
    const counted: CountedWord[] = []
    const changed = [...this.#changes].flatMap(([id, more]) => (more === 0 ? [] : [id]))
    for (let at = 0; at < changed.length; at += wordsAtOnce) {
      const some = changed.slice(at, at + wordsAtOnce)
      const words = (yield* ask((store) => store.words(some))).map((word) => {
        const documents = word.documents + (this.#changes.get(word.id) ?? 0)
        counted.push({ id: word.id, word: word.word, documents, before: word.documents })
        return { ...word, documents }
      })
      const { recounted = [], removed = [] } = Object.groupBy(words, ({ documents }) =>
        documents > 0 ? 'recounted' : 'removed'
      )
      if (recounted.length > 0) yield* ask((store) => store.countWords(recounted))
      if (removed.length > 0) yield* ask((store) => store.removeWords(removed))
    }
    // Words that a document dropped, because it has too many, have none.
    const added = this.#added.flatMap((word, at): IndexedWord[] => {
      const documents = this.#documents[at] ?? 0
      return documents === 0 ? [] : [{ id: this.#lastWord + at + 1, kind, word, documents }]
    })
    for (const { id, word, documents } of added) counted.push({ id, word, documents, before: 0 })
    for (let at = 0; at < added.length; at += wordsAtOnce) {
      const some = added.slice(at, at + wordsAtOnce)
      yield* ask((store) => store.addWords(some))
    }
    return counted
  }
}

/** A round ends at about this many different words, or changed ones, which take some megabytes. */
const mostWords = 2 ** 17

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
