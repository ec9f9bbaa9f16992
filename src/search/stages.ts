import { fieldsOfLists, listOf } from './fields.ts'
import { type Alternative, type Group, ranks, type SearchQuery } from './query.ts'
import type { Ranking } from './ranking.ts'
import type { ReadPieces } from './read-pieces.ts'
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
  for (const [index, { isAside, importance }] of groups.entries()) {
    if (!isAside || (index === unfinished?.group && importance.rank === ranks.empty)) numbers.push(index)
  }
  return numbers
}

/** Numbers of the groups required at a stage. */
export const groupsAt = (query: SearchQuery, { view, steps }: Stage): number[] => {
  const { groups, leaveOut, unfinished } = query
  if (view === 'named') return naming(query)
  const left = new Set(leaveOut.slice(0, steps).flat())
  if (view === 'further' && unfinished !== null) left.delete(unfinished.group)
  return [...groups.keys()].filter((index) => !left.has(index))
}

/** `query`: `asked` reduced to the ranking's own fields (`ownQuery`). */
export const stagesOf = (asked: SearchQuery, query: SearchQuery, ranking: Ranking): Stage[] => {
  const own = Array.from({ length: stepsOf(query) }, (_, steps): Stage => ({ view: 'own', steps }))
  const hasFurther = asked.groups.length > 0 && (ranking.further !== null || asked.unfinished !== null)
  // A search for a creator's name wants posts by them before posts about them.
  const named: Stage[] =
    ranking.named !== null && mayNameCreator(asked) ? [{ view: 'named', steps: asked.emptySteps }] : []
  const further: Stage[] = hasFurther ? [{ view: 'further', steps: asked.emptySteps }] : []
  if (asked.groups.length > 0 && ranking.far !== null) further.push({ view: 'far', steps: asked.emptySteps })
  if (further.length === 0) return [...named, ...own]
  // Results that lack words found in other fields do not match the query.
  if (query.groups.length < asked.groups.length) return [...named, ...further, ...own]
  const isLeftOut = asked.leaveOut
    .slice(0, asked.emptySteps)
    .flat()
    .includes(asked.unfinished?.group ?? -1)
  return [...named, ...own.toSpliced(isLeftOut ? 1 : query.emptySteps + 1, 0, ...further)]
}

/** A single word is as often a topic in creators' names, and so are words used as hashtags: `skincare` names no creator. */
export const mayNameCreator = (query: SearchQuery): boolean => {
  const { groups } = query
  if (groups.some(({ said }) => /^[@＠]/.test(said))) return true
  if (groups.length < 2) return false
  const names = naming(query).flatMap((index) => groups[index] ?? [])
  // Bigrams of one run share `said`.
  return names.some(({ said }) => said !== names[0]?.said) && names.some(({ isTopic }) => !isTopic)
}

/** At least one group remains. */
const stepsOf = ({ groups, leaveOut }: SearchQuery): number => {
  if (groups.length === 0) return 0
  const left = (steps: number) => groups.length - leaveOut.slice(0, steps).flat().length
  const first = leaveOut.findIndex((_, index) => left(index + 1) <= 0)
  return (first === -1 ? leaveOut.length : first) + 1
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
  asked: SearchQuery,
  { kind, mask }: Ranking,
  read: ReadPieces
): Steps<{ query: SearchQuery; pieces: number }> {
  const parts = partsOf(kind, mask)
  if (parts.length === fieldsOfLists[kind].length) return { query: asked, pieces: 0 }
  const most = mostAlternatives(asked, parts)
  const lists = asked.groups.flatMap(({ alternatives }) =>
    alternatives.slice(0, most).flatMap(({ word }) => parts.map((part) => ({ list: listOf(word, part), from: 0 })))
  )
  if (lists.length === 0) return { query: asked, pieces: 0 }
  const pieces = yield* read.of(lists)
  const held = new Set(lists.filter((_, index) => pieces[index]?.keys.length !== 0).map(({ list }) => list))
  const groups = asked.groups.map((group) => ({
    ...group,
    alternatives: group.alternatives
      .slice(0, most)
      .filter(({ word }) => parts.some((part) => held.has(listOf(word, part))))
  }))
  const kept = [...groups.keys()].filter((index) => groups[index]?.alternatives.length !== 0)
  const leaveOut = asked.leaveOut.map((step) =>
    step.map((index) => kept.indexOf(index)).filter((index) => index !== -1)
  )
  return {
    query: {
      ...asked,
      groups: groups.filter(({ alternatives }) => alternatives.length > 0),
      leaveOut: leaveOut.filter(({ length }) => length > 0),
      emptySteps: leaveOut.slice(0, asked.emptySteps).filter(({ length }) => length > 0).length
    },
    pieces: lists.length
  }
}

const mostCompleted = 8

/** The same with completions of its last word. */
export function* furtherQuery(asked: SearchQuery, kind: SearchKind): Steps<SearchQuery> {
  const { unfinished } = asked
  if (unfinished === null) return asked
  const longer = yield* ask((store) => store.beginningWith(kind, unfinished.beginning, mostCompleted))
  const groups = asked.groups.map((group, index): Group => {
    if (index !== unfinished.group) return group
    const known = new Set(group.alternatives.map(({ word }) => word))
    const more = longer
      .filter(({ id }) => !known.has(id))
      .map(({ id, things }): Alternative => ({ word: id, things, weight: unfinished.weight }))
    return { ...group, alternatives: [...group.alternatives, ...more] }
  })
  return { ...asked, groups }
}
