import { fewWords, notedWords } from '../../search/prefixes.ts'
import type { Cells } from '../../store/tables/columns.ts'

/** Beginnings that many words share, each with the most common of them. Words come in order: those that begin alike stand together. */
export function* beginningsOf(
  words: Iterable<Cells>
): Generator<{ kind: number; beginning: string; words: readonly number[] }> {
  /** Beginnings of the word before, the shortest first: their ends in it, and the first of the words at hand that has them. */
  const open: { end: number; from: number }[] = []
  let before = { kind: 0, word: '' }
  /** Words that begin with the same letter, but of beginnings that are over the most common alone. */
  let same: CommonWord[] = []
  const close = function* (length: number) {
    for (const { end, from } of open.splice(length).reverse()) {
      if (same.length - from <= fewWords) continue
      // Of many the most common are enough for shorter beginnings too, and one more, by which it is seen that they are many.
      const common = mostCommon(same, from)
      same.splice(from, same.length, ...common)
      const words = common.slice(0, notedWords).map(({ id }) => id)
      yield { kind: before.kind, beginning: before.word.slice(0, end), words }
    }
    if (length === 0) same = []
  }
  for (const [kindNumber, text, id, things] of words) {
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
    same.push({ id: Number(id), things: Number(things) })
  }
  yield* close(0)
}

type CommonWord = { id: number; things: number }

const mostKept = Math.max(fewWords, notedWords) + 1

/** The most common words from one on, in order; of equally common ones, those that come first. */
const mostCommon = (words: readonly CommonWord[], from: number): CommonWord[] => {
  const common: CommonWord[] = []
  for (let place = from; place < words.length; place += 1) {
    const word = words[place]
    let at = common.length
    if (word === undefined || (at === mostKept && word.things <= (common[at - 1]?.things ?? 0))) continue
    while (at > 0 && (common[at - 1]?.things ?? 0) < word.things) at -= 1
    common.splice(at, 0, word)
    if (common.length > mostKept) common.pop()
  }
  return common
}
