import { fieldsOfLists, listOf } from './fields.ts'
import { type Alternative, ranks, type SearchQuery, type WordGroup } from './query.ts'
import type { SearchRanking } from './ranking.ts'
import type { ReadBlocks } from './read-blocks.ts'
import { ask, type SearchKind, type Steps } from './store.ts'

/**
 * A step of relaxation, from all words required to one word required. Words are dropped one by one. Before a meaningful word is dropped,
 * the search widens: the last word also counts as a prefix, and, where nothing matched, further fields are searched.
 */
export type Stage = {
  view: ViewName
  /** Number of dropping steps applied. In a wider search the last word is never dropped. */
  steps: number
}

/**
 * Fields to search: the ranking's own; only those that name a creator; further fields, with the last word as a prefix; and the far fields.
 */
export type ViewName = 'own' | 'named' | 'further' | 'far'

/** Groups that may name a creator. No name equals `videos by`, but an unfinished name may look like a stop word. */
const naming = ({ groups, unfinished }: SearchQuery): number[] => {
  const numbers: number[] = []
  for (const [index, { isFiller, importance }] of groups.entries()) {
    if (!isFiller || (index === unfinished?.group && importance.rank === ranks.empty)) numbers.push(index)
  }
  return numbers
}

/** Numbers of the groups required at a stage. */
export const groupsAt = (query: SearchQuery, { view, steps }: Stage): number[] => {
  const { groups, dropOrder, unfinished } = query
  if (view === 'named') return naming(query)
  const left = new Set(dropOrder.slice(0, steps).flat())
  if (view === 'further' && unfinished !== null) left.delete(unfinished.group)
  return [...groups.keys()].filter((index) => !left.has(index))
}

/** `query`: `asked` reduced to the ranking's own fields (`ownQuery`). */
export const stagesOf = (parsed: SearchQuery, query: SearchQuery, ranking: SearchRanking): Stage[] => {
  const own = Array.from({ length: stepsOf(query) }, (_, steps): Stage => ({ view: 'own', steps }))
  const hasFurther = parsed.groups.length > 0 && (ranking.further !== null || parsed.unfinished !== null)
  // A search for a creator's name wants posts by them before posts about them.
  const named: Stage[] =
    ranking.named !== null && mayNameCreator(parsed) ? [{ view: 'named', steps: parsed.emptySteps }] : []
  const further: Stage[] = hasFurther ? [{ view: 'further', steps: parsed.emptySteps }] : []
  if (parsed.groups.length > 0 && ranking.far !== null) further.push({ view: 'far', steps: parsed.emptySteps })
  if (further.length === 0) return [...named, ...own]
  // Results that lack words found in other fields do not match the query.
  if (query.groups.length < parsed.groups.length) return [...named, ...further, ...own]
  const isDropped = parsed.dropOrder
    .slice(0, parsed.emptySteps)
    .flat()
    .includes(parsed.unfinished?.group ?? -1)
  return [...named, ...own.toSpliced(isDropped ? 1 : query.emptySteps + 1, 0, ...further)]
}

/** A single word is as often a topic in creators' names, and so are words used as hashtags: `skincare` names no creator. */
export const mayNameCreator = (query: SearchQuery): boolean => {
  const { groups } = query
  if (groups.some(({ rawText }) => /^[@＠]/.test(rawText))) return true
  if (groups.length < 2) return false
  const names = naming(query).flatMap((index) => groups[index] ?? [])
  // Bigrams of one run share `said`.
  return names.some(({ rawText }) => rawText !== names[0]?.rawText) && names.some(({ isTopic }) => !isTopic)
}

/** At least one group remains. */
const stepsOf = ({ groups, dropOrder }: SearchQuery): number => {
  if (groups.length === 0) return 0
  const left = (steps: number) => groups.length - dropOrder.slice(0, steps).flat().length
  const first = dropOrder.findIndex((_, index) => left(index + 1) <= 0)
  return (first === -1 ? dropOrder.length : first) + 1
}

/** The lists of each word that contain any of the fields. */
export const partsOf = (kind: SearchKind, mask: number): number[] =>
  [...fieldsOfLists[kind].keys()].filter((part) => ((fieldsOfLists[kind][part] ?? 0) & mask) !== 0)

/** Most lists read at once. */
const mostLists = 40

/** Number of alternatives searched per group. */
export const mostAlternatives = ({ groups }: SearchQuery, parts: readonly number[]): number =>
  Math.max(1, Math.floor(mostLists / Math.max(1, groups.length * parts.length)))

/** Words that occur in none of the searched fields count as unknown: no result has to contain them. */
export function* ownQuery(
  parsed: SearchQuery,
  { kind, mask }: SearchRanking,
  read: ReadBlocks
): Steps<{ query: SearchQuery; blocks: number }> {
  const parts = partsOf(kind, mask)
  if (parts.length === fieldsOfLists[kind].length) return { query: parsed, blocks: 0 }
  const most = mostAlternatives(parsed, parts)
  const lists = parsed.groups.flatMap(({ alternatives }) =>
    alternatives.slice(0, most).flatMap(({ word }) => parts.map((part) => ({ list: listOf(word, part), from: 0 })))
  )
  if (lists.length === 0) return { query: parsed, blocks: 0 }
  const blocks = yield* read.of(lists)
  const held = new Set(lists.filter((_, index) => blocks[index]?.keys.length !== 0).map(({ list }) => list))
  const groups = parsed.groups.map((group) => ({
    ...group,
    alternatives: group.alternatives
      .slice(0, most)
      .filter(({ word }) => parts.some((part) => held.has(listOf(word, part))))
  }))
  const remaining = [...groups.keys()].filter((index) => groups[index]?.alternatives.length !== 0)
  const dropOrder = parsed.dropOrder.map((step) =>
    step.map((index) => remaining.indexOf(index)).filter((index) => index !== -1)
  )
  return {
    query: {
      ...parsed,
      groups: groups.filter(({ alternatives }) => alternatives.length > 0),
      dropOrder: dropOrder.filter(({ length }) => length > 0),
      emptySteps: dropOrder.slice(0, parsed.emptySteps).filter(({ length }) => length > 0).length
    },
    blocks: lists.length
  }
}

const mostCompleted = 8

/** The same with completions of its last word. */
export function* furtherQuery(parsed: SearchQuery, kind: SearchKind): Steps<SearchQuery> {
  const { unfinished } = parsed
  if (unfinished === null) return parsed
  const longer = yield* ask((store) => store.withPrefix(kind, unfinished.prefix, mostCompleted))
  const groups = parsed.groups.map((group, index): WordGroup => {
    if (index !== unfinished.group) return group
    const existing = new Set(group.alternatives.map(({ word }) => word))
    const more = longer
      .filter(({ id }) => !existing.has(id))
      .map(({ id, documents }): Alternative => ({ word: id, documents, weight: unfinished.weight }))
    return { ...group, alternatives: [...group.alternatives, ...more] }
  })
  return { ...parsed, groups }
}
