import { enoughPosts } from '../../engines/search/phrases.ts'
import type { CountedWord } from '../../engines/search/prefixes.ts'
import { keysOf, typoKeys } from '../../engines/search/suggestion-keys.ts'
import { searchPhrases, stemmed, tagWord } from '../../engines/search/words.ts'
import { highest } from '../../store/tables/search-keys.ts'
import { recordsOf } from '../../store/tables/suggestions.ts'
import { usesOf } from '../merge/hashtags.ts'
import type { TurnedPost } from '../merge/merge-store.ts'
import type { RowTables } from '../tables/row-tables.ts'
import * as sql from './hiding-statements.ts'

/**
 * Removes suggestions that have no support without the hidden posts: hashtags, sounds and places without visible posts, and phrases with a word
 * in fewer visible posts than a common phrase needs. Suggestions are rebuilt at the end of the import. `counted`: words of the posts that were
 * removed from the index.
 */
export const hideSuggestions = async (
  tables: RowTables,
  posts: readonly TurnedPost[],
  counted: readonly CountedWord[]
): Promise<void> => {
  const documents = new Map(counted.map(({ word, documents }) => [word, documents]))
  const isScarce = (word: string | null, least: number) => (documents.get(word ?? '') ?? least) < least
  /** Prefixes of keys of such suggestions, with the suggestions to remove. */
  const wanted = new Map<string, Set<string>>()
  const want = (text: string, kind: string) => {
    if (text !== '') wanted.set(text, (wanted.get(text) ?? new Set()).add(kind))
  }
  for (const { caption, hashtags } of posts) {
    for (const { text, word } of partsOf(caption ?? '')) if (isScarce(word, enoughPosts)) want(text, 'phrase')
    for (const { name } of usesOf(hashtags)) {
      if (name !== null && isScarce(tagWord(name), 1)) want(keysOf(name)[0] ?? '', 'hashtag')
    }
  }
  for (const [kind, read, pks] of [
    ['sound', sql.unusedNames.sounds, posts.map(({ soundPk }) => soundPk)],
    ['place', sql.unusedNames.places, posts.map(({ placePk }) => placePk)]
  ] as const) {
    const known = [...new Set(pks)].filter((pk) => pk !== null)
    for (const cells of await tables.first(
      read,
      known.map((pk) => [pk])
    ))
      want(keysOf(String(cells?.[0] ?? ''))[0] ?? '', kind)
  }
  const texts = [...wanted.keys()]
  const found = await tables.all(
    sql.suggestionsFrom,
    texts.map((text) => [text, text + highest])
  )
  const removed = new Map<number, string>()
  for (const [index, text] of texts.entries()) {
    for (const [rank, kind, term, record] of found[index] ?? []) {
      if (wanted.get(text)?.has(String(kind)) !== true) continue
      if (kind !== 'phrase' && keysOf(String(term))[0] !== text) continue
      if (kind === 'sound' && (await isUsed(tables, recordsOf(record)))) continue
      removed.set(Number(rank), String(term))
    }
  }
  remove(tables, removed)
}

/** Words of a text in their spelling, with the words that the index has for them. */
function* partsOf(text: string): Generator<{ text: string; word: string }> {
  for (const phrase of searchPhrases(text)) {
    const [first = ''] = phrase
    if (phrase.length === 1) yield { text: first, word: stemmed(first) }
    for (let at = 1; at < phrase.length; at += 1) {
      const pair = `${phrase[at - 1]}${phrase[at]}`
      yield { text: pair, word: pair }
    }
  }
}

/** Whether a visible post uses one of the sounds. */
const isUsed = async (tables: RowTables, keys: readonly string[]): Promise<boolean> =>
  (
    await tables.first(
      sql.usedSounds,
      keys.map((key) => [key])
    )
  ).some((cells) => cells !== undefined)

const remove = (tables: RowTables, removed: ReadonlyMap<number, string>): void => {
  const [keys, tops, typos] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const rows = (texts: ReadonlySet<string>, rank: number) => [...texts].map((text) => [text, rank])
  tables.change(
    sql.removeSuggestion,
    [...removed.keys()].map((rank) => [rank])
  )
  for (const [rank, term] of removed) {
    for (const texts of [keys, tops, typos]) texts.clear()
    for (const key of keysOf(term)) {
      keys.add(key)
      for (const typo of typoKeys(key)) typos.add(typo)
      for (let end = 1; end <= key.length; end += 1) tops.add(key.slice(0, end))
    }
    tables.change(sql.removeSuggestionKeys, rows(keys, rank))
    tables.change(sql.removeSuggestionTops, rows(tops, rank))
    tables.change(sql.removeSuggestionTypos, rows(typos, rank))
  }
}
