import { listOf } from './fields.ts'
import { leastLikelihood } from './guesses.ts'
import { leaveOut } from './importance.ts'
import { type Alternative, type Group, ranks, type SearchQuery } from './query.ts'
import type { Ranking } from './ranking.ts'
import type { ReadPieces } from './read-pieces.ts'
import { mostAlternatives, partsOf } from './stages.ts'
import type { Steps } from './store.ts'

/** How much less a correction says that stands beside none of the other words. */
const besideNothing = 0.3

/**
 * Chooses among corrections by the other words: `squre` may be `sure` or `square`, and beside `times` it is the square. Looked at are the best things that hold
 * each word, which are read for the search anyway.
 */
export function* inContext(asked: SearchQuery, ranking: Ranking, read: ReadPieces): Steps<SearchQuery> {
  const { groups } = asked
  const words = groups.filter(({ importance }) => importance.rank !== ranks.empty)
  if (new Set(words.map(({ of }) => of)).size < 2 || !words.some(({ isCorrected }) => isCorrected)) return asked
  const fields = ranking.further ?? ranking
  const parts = partsOf(ranking.kind, fields.mask)
  const most = mostAlternatives(asked, parts)
  const alternatives = new Set(words.flatMap(({ alternatives }) => alternatives.slice(0, most)))
  const lists = [...alternatives].flatMap(({ word }) => parts.map((part) => ({ list: listOf(word, part), from: 0 })))
  const pieces = yield* read.of(lists)
  const things = new Map<Alternative, Set<number>>()
  for (const [index, alternative] of [...alternatives].entries()) {
    const ofAlternative = pieces.slice(index * parts.length, (index + 1) * parts.length)
    things.set(alternative, new Set(ofAlternative.flatMap(({ keys }) => keys)))
  }
  const thingsOf = ({ alternatives }: Group) =>
    new Set(alternatives.flatMap((alternative) => [...(things.get(alternative) ?? [])]))
  const chosen = groups.map((group): Group => {
    if (!group.isCorrected) return group
    const others = words.filter(({ of }) => of !== group.of).map(thingsOf)
    const together = group.alternatives.map((alternative) => {
      const own = things.get(alternative) ?? new Set()
      return Math.max(0, ...others.map((other) => own.intersection(other).size))
    })
    const isAlone = together.every((count) => count === 0)
    const { rank, weight } = group.importance
    return {
      ...group,
      importance: { rank, weight: isAlone ? weight * besideNothing : weight },
      alternatives: likely(group.alternatives, isAlone ? group.alternatives.map(({ things }) => things) : together)
    }
  })
  return { ...asked, groups: chosen, ...leaveOut(chosen) }
}

/** The likely ones by how often each is met beside the other words, or at all. */
const likely = (alternatives: readonly Alternative[], met: readonly number[]): Alternative[] => {
  const likelihoods = alternatives.map(({ weight, things }, index) => ((met[index] ?? 0) * weight) / things)
  const likeliest = Math.max(...likelihoods)
  const heaviest = Math.max(...alternatives.map(({ weight }) => weight))
  return alternatives
    .map((alternative, index) => ({ ...alternative, weight: (heaviest * (likelihoods[index] ?? 0)) / likeliest }))
    .filter(({ weight }) => weight > heaviest * leastLikelihood)
    .toSorted((a, b) => b.weight - a.weight)
}
