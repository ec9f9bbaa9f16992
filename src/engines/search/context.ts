import { listOf, postFields } from './fields.ts'
import { dropOrder, topicality } from './importance.ts'
import { fewestPostings } from './lists.ts'
import { type Alternative, ranks, type SearchQuery, type WordGroup } from './query.ts'
import { understand } from './query-parser.ts'
import { leastLikelihood } from './query-segmentation.ts'
import type { SearchRanking } from './ranking.ts'
import type { ReadBlock, ReadBlocks } from './read-blocks.ts'
import { mostAlternatives, partsOf } from './stages.ts'
import type { Steps } from './store.ts'

/** Factor on the weight of a correction that never occurs together with the other words. */
const isolatedFactor = 0.3

/** The query of a keyword. Beyond `understand` it requests only blocks that the search reads anyway. */
export function* readKeyword(keyword: string, ranking: SearchRanking, read: ReadBlocks): Steps<SearchQuery> {
  const query = yield* understand(keyword, ranking.kind)
  const groups = query.groups.some(({ isCorrected }) => isCorrected)
    ? yield* inContext(query, ranking, read)
    : query.groups
  if (groups === query.groups) return query
  const remaining = groups.filter((group) => group !== null)
  const last = groups[query.unfinished?.group ?? -1] ?? null
  const unfinished = last === null ? -1 : remaining.indexOf(last)
  return {
    groups: remaining,
    ...dropOrder(remaining),
    unfinished: query.unfinished && unfinished >= 0 ? { ...query.unfinished, group: unfinished } : null,
    unknown: [
      ...query.unknown,
      ...query.groups.flatMap(({ rawText }, index) => (groups[index] === null ? rawText : []))
    ]
  }
}

/**
 * Chooses among corrections by the other words: `squre` may be `sure` or `square`; next to `times` it is `square`. Compares the best
 * documents of each word. It takes as many as the first block of any list holds, so the answer does not depend on how a list is split. Null
 * where the word is not a correction.
 */
function* inContext(
  parsed: SearchQuery,
  ranking: SearchRanking,
  read: ReadBlocks
): Steps<readonly (WordGroup | null)[]> {
  const { groups } = parsed
  const words = groups.filter(({ importance }) => importance.rank !== ranks.empty)
  if (new Set(words.map(({ of }) => of)).size < 2) return groups.map((group) => (group.isDoubtful ? null : group))
  const fields = ranking.far ?? ranking.further ?? ranking
  const parts = partsOf(ranking.kind, fields.mask)
  const most = mostAlternatives(parsed, parts)
  const alternatives = new Set(words.flatMap(({ alternatives }) => alternatives.slice(0, most)))
  const lists = [...alternatives].flatMap(({ word }) => parts.map((part) => ({ list: listOf(word, part), from: 0 })))
  const blocks = yield* read.of(lists)
  const documents = new Map<Alternative, Set<number>>()
  const tagged = new Map<Alternative, number>()
  for (const [index, alternative] of [...alternatives].entries()) {
    const ofAlternative = blocks
      .slice(index * parts.length, (index + 1) * parts.length)
      .map(({ keys, fields }) => ({ keys: keys.slice(0, fewestPostings), fields: fields.slice(0, fewestPostings) }))
    documents.set(alternative, new Set(ofAlternative.flatMap(({ keys }) => keys)))
    if (ranking.kind === 'posts') tagged.set(alternative, topicalityIn(ofAlternative))
  }
  const documentsOf = ({ alternatives }: WordGroup) =>
    new Set(alternatives.flatMap((alternative) => [...(documents.get(alternative) ?? [])]))
  return groups.map((group): WordGroup | null => {
    if (!group.isCorrected) return group
    const others = words.filter(({ of }) => of !== group.of).map(documentsOf)
    const together = group.alternatives.map((alternative) => {
      const own = documents.get(alternative) ?? new Set()
      return Math.max(0, ...others.map((other) => own.intersection(other).size))
    })
    const isAlone = together.every((count) => count === 0)
    if (isAlone && group.isDoubtful) return null
    const { rank, weight: typed } = group.importance
    const weight = typed * Math.max(1, ...group.alternatives.map((alternative) => tagged.get(alternative) ?? 1))
    return {
      ...group,
      importance: { rank, weight: isAlone ? weight * isolatedFactor : weight },
      alternatives: likely(
        group.alternatives,
        isAlone ? group.alternatives.map(({ documents }) => documents) : together
      )
    }
  })
}

const topicalityIn = (blocks: readonly Pick<ReadBlock, 'fields'>[]): number => {
  const fields = blocks.flatMap(({ fields }) => fields)
  return topicality(fields.filter((bits) => (bits & postFields.hashtags) !== 0).length, fields.length)
}

/** The likely ones, by how often each occurs together with the other words, or at all. */
const likely = (alternatives: readonly Alternative[], met: readonly number[]): Alternative[] => {
  const likelihoods = alternatives.map(({ weight, documents }, index) => ((met[index] ?? 0) * weight) / documents)
  const likeliest = Math.max(...likelihoods)
  const heaviest = Math.max(...alternatives.map(({ weight }) => weight))
  return alternatives
    .map((alternative, index) => ({ ...alternative, weight: (heaviest * (likelihoods[index] ?? 0)) / likeliest }))
    .filter(({ weight }) => weight > heaviest * leastLikelihood)
    .toSorted((a, b) => b.weight - a.weight)
}
