import { fewWords, notedWords } from '../../engines/search/prefixes.ts'
import type { Cells } from '../../store/tables/columns.ts'

/** Prefixes shared by many words, each with its most common words. Words come sorted. */
export function* beginningsOf(
  words: Iterable<Cells>
): Generator<{ kind: number; beginning: string; words: readonly number[] }> {
  /** Prefixes of the previous word, shortest first: their end in it, and their first buffered word. */
  const open: { end: number; from: number }[] = []
  let before = { kind: 0, word: '' }
  /** Words with the same first letter; of finished prefixes only the most common ones. */
  let same: CommonWord[] = []
  const close = function* (length: number) {
    for (const { end, from } of open.splice(length).reverse()) {
      if (same.length - from <= fewWords) continue
      // The most common ones suffice for shorter prefixes too, plus one that shows that there are many.
      const common = mostCommon(same, from)
      same.splice(from, same.length, ...common)
      const words = common.slice(0, notedWords).map(({ id }) => id)
      yield { kind: before.kind, beginning: before.word.slice(0, end), words }
    }
    if (length === 0) same = []
  }
  for (const [kindNumber, text, id, documents] of words) {
    const [kind, word] = [Number(kindNumber), String(text)]
    let shared = 0
    if (kind === before.kind) while (shared < word.length && word[shared] === before.word[shared]) shared += 1
    const longer = open.findIndex(({ end }) => end > shared)
    if (longer >= 0) yield* close(longer)
    before = { kind, word }
    for (let end = open.at(-1)?.end ?? 0; end < word.length; ) {
      end += (word.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
      open.push({ end, from: same.length })
    }
    same.push({ id: Number(id), documents: Number(documents) })
  }
  yield* close(0)
}

type CommonWord = { id: number; documents: number }

const mostKept = Math.max(fewWords, notedWords) + 1

/** The most common words from an index on, in order; ties in order of appearance. */
const mostCommon = (words: readonly CommonWord[], from: number): CommonWord[] => {
  const common: CommonWord[] = []
  for (let place = from; place < words.length; place += 1) {
    const word = words[place]
    let at = common.length
    if (word === undefined || (at === mostKept && word.documents <= (common[at - 1]?.documents ?? 0))) continue
    while (at > 0 && (common[at - 1]?.documents ?? 0) < word.documents) at -= 1
    common.splice(at, 0, word)
    if (common.length > mostKept) common.pop()
  }
  return common
}
