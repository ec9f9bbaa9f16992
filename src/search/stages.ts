import { fieldsOfLists, listOf } from './fields.ts'
import { type Alternative, type Group, ranks, type SearchQuery } from './query.ts'
import type { Ranking } from './ranking.ts'
import type { ReadPieces } from './read-pieces.ts'
import { ask, type SearchKind, type Steps } from './store.ts'

/**
 * A step on the way from what holds all words to what holds one of them. Words are left out one by one; yet before one that tells something is,
 * all of them are looked for further: the last one as the beginning of others too, and, where nothing was found, in fields that are not looked
 * at otherwise.
 */
export type Stage = {
  view: ViewName
  /** Steps of words that are left out; but not the last word, where it is looked for further. */
  steps: number
}

/** The fields that a ranking looks at; those alone that name a creator; others as well, with a last word that may go on; and the first ones with what is further away. */
export type ViewName = 'own' | 'named' | 'further' | 'far'

/** The groups that may name a creator. Nobody is called `videos by`, but a name that is not finished may look like a word that carries nothing. */
const naming = ({ groups, unfinished }: SearchQuery): number[] => {
  const numbers: number[] = []
  for (const [index, { isAside, importance }] of groups.entries()) {
    if (!isAside || (index === unfinished?.group && importance.rank === ranks.empty)) numbers.push(index)
  }
  return numbers
}

/** The groups that are looked for at a stage, by number. */
export const groupsAt = (query: SearchQuery, { view, steps }: Stage): number[] => {
  const { groups, leaveOut, unfinished } = query
  if (view === 'named') return naming(query)
  const left = new Set(leaveOut.slice(0, steps).flat())
  if (view === 'further' && unfinished !== null) left.delete(unfinished.group)
  return [...groups.keys()].filter((index) => !left.has(index))
}

/** `query`: what `asked` comes to in the fields that are looked at (`ownQuery`). */
export const stagesOf = (asked: SearchQuery, query: SearchQuery, ranking: Ranking): Stage[] => {
  const own = Array.from({ length: stepsOf(query) }, (_, steps): Stage => ({ view: 'own', steps }))
  const hasFurther = asked.groups.length > 0 && (ranking.further !== null || asked.unfinished !== null)
  // Who types the name of a creator looks for what is by them, not for what speaks of them.
  const named: Stage[] =
    ranking.named !== null && mayNameCreator(asked) ? [{ view: 'named', steps: asked.emptySteps }] : []
  const further: Stage[] = hasFurther ? [{ view: 'further', steps: asked.emptySteps }] : []
  if (asked.groups.length > 0 && ranking.far !== null) further.push({ view: 'far', steps: asked.emptySteps })
  if (further.length === 0) return [...named, ...own]
  // What lacks words that stand elsewhere is not what was asked for.
  if (query.groups.length < asked.groups.length) return [...named, ...further, ...own]
  const isLeftOut = asked.leaveOut
    .slice(0, asked.emptySteps)
    .flat()
    .includes(asked.unfinished?.group ?? -1)
  return [...named, ...own.toSpliced(isLeftOut ? 1 : query.emptySteps + 1, 0, ...further)]
}

/** One word is as often what creators call themselves after, and so are those that people tag things with: `skincare` asks for no creator. */
export const mayNameCreator = (query: SearchQuery): boolean => {
  const { groups } = query
  if (groups.some(({ said }) => /^[@＠]/.test(said))) return true
  if (groups.length < 2) return false
  const names = naming(query).flatMap((index) => groups[index] ?? [])
  // The pairs of characters of one run say the same.
  return names.some(({ said }) => said !== names[0]?.said) && names.some(({ isTopic }) => !isTopic)
}

/** One group remains at least. */
const stepsOf = ({ groups, leaveOut }: SearchQuery): number => {
  if (groups.length === 0) return 0
  const left = (steps: number) => groups.length - leaveOut.slice(0, steps).flat().length
  const first = leaveOut.findIndex((_, index) => left(index + 1) <= 0)
  return (first === -1 ? leaveOut.length : first) + 1
}

/** The lists of each word that hold any of the fields. */
export const partsOf = (kind: SearchKind, mask: number): number[] =>
  [...fieldsOfLists[kind].keys()].filter((part) => ((fieldsOfLists[kind][part] ?? 0) & mask) !== 0)

/** Lists that are read at once. */
const mostLists = 40

/** So many alternatives of each group are looked for. */
export const mostAlternatives = ({ groups }: SearchQuery, parts: readonly number[]): number =>
  Math.max(1, Math.floor(mostLists / Math.max(1, groups.length * parts.length)))

/** Words that stand in none of the fields that are looked at are as good as unknown: to hold them is asked of nothing. */
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

/** The same with what its last word may be the beginning of. */
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
