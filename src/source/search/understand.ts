import { searchPhrases } from '../sql/search-terms.ts'
import { type Group, maxGroups, type SearchQuery } from './query.ts'
import { ask, type KnownWord, type SearchKind, type Steps } from './store.ts'

/** What a keyword asks for: each of its words by itself, and among people and rooms also what the last one begins. */
export function* understand(keyword: string, kind: SearchKind): Steps<SearchQuery> {
  const said = [...new Set(searchPhrases(keyword).flat())].slice(0, maxGroups)
  const known = yield* ask((store) => store.words(kind, said))
  const last = said.at(-1)
  const begun = last === undefined || kind === 'posts' ? [] : yield* ask((store) => store.beginningWith(kind, last, 32))
  const groups: Group[] = []
  const unknown: string[] = []
  for (const [index, word] of said.entries()) {
    const exact = known[index] ?? null
    const guesses = index === said.length - 1 ? begun.filter(({ id }) => id !== exact?.id) : []
    const alternatives = [
      ...(exact === null ? [] : [alternative(exact, 1)]),
      ...guesses.map((guess) => alternative(guess, 0.8))
    ]
    if (alternatives.length === 0) unknown.push(word)
    else groups.push({ said: word, alternatives })
  }
  const things = (group: Group) => group.alternatives.reduce((sum, { things }) => sum + things, 0)
  const byThings = groups.map((group, index) => ({ index, things: things(group) })).sort((a, b) => b.things - a.things)
  return { groups, leaveOut: byThings.map(({ index }) => index), unknown }
}

const alternative = ({ id, things }: KnownWord, weight: number) => ({ word: id, things, weight })
