import { readPosition } from '../positions.ts'
import { BadPosition, type PageRequest, type Position } from '../source.ts'
import { ListCursor, seek } from './cursor.ts'
import { fieldsOfLists, listOf } from './fields.ts'
import { pkOf, qualityOf } from './keys.ts'
import type { Group, SearchQuery } from './query.ts'
import { ReadPieces } from './read-pieces.ts'
import { ask, type SearchKind, type Steps } from './store.ts'

/**
 * Search that never reads whole lists. Lists run from the best things to the worst, so what holds all words comes out best first; it is taken
 * a window at a time, and within a window relevance and quality decide. A rare keyword fits one window and is ranked as a whole; a common
 * one costs one window a page however deep it goes.
 *
 * What holds all words is the first stage. As long as a stage finds nothing, or all of them found too little, the next one does without one
 * word more and shows what those before it did not.
 */

/** How one kind of search looks at things. */
export type Ranking = {
  kind: SearchKind
  /** Bits of the fields that are looked at. */
  mask: number
  /** What a word is worth by the bits of the fields that hold it, up to a little more than 1. */
  worths: readonly number[]
  /** The same of words that people tag things with. */
  topicWorths: readonly number[]
  /** What it is worth to hold all words in the best field, in decades of popularity. */
  relevance: number
  /** Creators do not fill the first page, unless the words name them: all of them stand in this field. Null where things are not posts. */
  authorField: number | null
}

/** A field with what a word is worth in it, up to 1: any word, and one that people tag things with. */
export type RankedField = { bit: number; worth: number; topicWorth?: number }

/** `fields`: those that are looked at. */
export const rankingOf = (
  kind: SearchKind,
  relevance: number,
  fields: readonly RankedField[],
  authorField: number | null = null
): Ranking => {
  const mask = fields.reduce((bits, { bit }) => bits | bit, 0)
  // The best field counts; others add a little.
  const worthsBy = (worthOf: (field: RankedField) => number) =>
    Array.from({ length: mask + 1 }, (_, bits) => {
      const held = fields.filter(({ bit }) => (bits & bit) !== 0).map(worthOf)
      const best = Math.max(0, ...held)
      return best + 0.1 * (held.reduce((sum, worth) => sum + worth, 0) - best)
    })
  const worths = worthsBy(({ worth }) => worth)
  const topicWorths = worthsBy(({ worth, topicWorth }) => topicWorth ?? worth)
  return { kind, mask, worths, topicWorths, relevance, authorField }
}

export type FoundPage = {
  pks: number[]
  /** For each the place right behind it. */
  positions: Position[]
  next: Position | null
}

/** Matches of a window. */
const windowSize = 240
/**
 * Pieces that a window reads beyond the first of each list, however few it found, and after which a page begins no other: a page reads a
 * hundred at most.
 */
const windowPieces = 20
const pagePieces = 40
/** Lists that are read at once. */
const mostLists = 40
/** Things that are enough to leave it at what holds the words so far. */
const enough = 20
/** At most so many posts of one creator among the first. */
const mostOfAuthor = 3
const firstPage = 20
const authorsAtOnce = 24

type Place = {
  stage: number
  /** What stages before this one find was shown already. */
  shownStages: number
  /** Things that were found before the window, as far as it matters. */
  before: number
  /** Key the window begins at. */
  from: number
  /** How many of the window were shown. */
  shown: number
}

const beginning: Place = { stage: 0, shownStages: 0, before: 0, from: 0, shown: 0 }

/** More stages than there can be. */
const stageNumbers = 16

const writePlace = ({ stage, shownStages, before, from, shown }: Place): Position =>
  `${stage * stageNumbers + shownStages}.${before}.${from}.${shown}`

const readPlace = (position: Position, stages: number): Place => {
  const [both = 0, before = 0, from = 0, shown = 0] = readPosition(position, 4)
  const place = { stage: Math.floor(both / stageNumbers), shownStages: both % stageNumbers, before, from, shown }
  if (place.stage >= stages || place.shownStages > place.stage || before > enough) throw new BadPosition(position)
  return place
}

/** `fields`: those that hold all words that it has of the keyword. */
type Candidate = { key: number; fields: number; score: number }

/**
 * One page of what is found. `first` is a thing that is meant beyond doubt and comes first, whatever else is found. `read`: pieces that need not
 * be asked for, as long as the store has the same lists.
 */
export function* search(
  asked: SearchQuery,
  ranking: Ranking,
  { count, after }: PageRequest,
  first: number | null = null,
  read = new ReadPieces()
): Steps<FoundPage> {
  const { query, pieces: looked } = yield* standing(asked, ranking, read)
  const stages = stagesOf(query)
  let place = after === null ? beginning : readPlace(after, Math.max(1, stages))
  const pks: number[] = []
  const positions: Position[] = []
  const show = (pk: number, behind: Place) => {
    pks.push(pk)
    positions.push(writePlace(behind))
  }
  if (after === null && first !== null) show(first, beginning)
  const things = stages === 0 ? 0 : yield* ask((store) => store.things(ranking.kind))
  const score = scorer(query, ranking, things)
  // Stages go along the same lists: what one of them read costs the next one nothing.
  const pieces = new Set<string>()
  // One more than asked for tells whether there is a next page.
  while (pks.length <= count && place.stage < stages) {
    if (looked + pieces.size > pagePieces) {
      if (place.before > 0 || place.from > 0) return { pks, positions, next: writePlace(place) }
      // The last word alone finds something at once, and a first page that is empty helps nobody.
      place = { ...place, stage: stages - 1 }
    }
    const window = yield* readWindow(stageOf(query, place), ranking, place.from, score, read, pieces)
    let ranked = window.candidates.sort((a, b) => b.score - a.score || a.key - b.key)
    if (first !== null) ranked = ranked.filter(({ key }) => pkOf(key) !== first)
    if (ranking.authorField !== null && place.before === 0 && place.from === 0) {
      ranked = yield* spread(ranked, mayNameCreator(query) ? ranking.authorField : 0)
    }
    for (const { key } of ranked.slice(place.shown, place.shown + count + 1 - pks.length)) {
      place = { ...place, shown: place.shown + 1 }
      show(pkOf(key), place)
    }
    if (pks.length > count) break
    place = behindWindow(place, ranked.length, window.next, stages)
  }
  return {
    pks: pks.slice(0, count),
    positions: positions.slice(0, count),
    next: pks.length > count ? (positions[count - 1] ?? null) : null
  }
}

/** Words that stand in none of the fields that are looked at are as good as unknown: to hold them is asked of nothing. */
function* standing(
  query: SearchQuery,
  { kind, mask }: Ranking,
  read: ReadPieces
): Steps<{ query: SearchQuery; pieces: number }> {
  const parts = partsOf(kind, mask)
  if (parts.length === fieldsOfLists[kind].length) return { query, pieces: 0 }
  const most = Math.max(1, Math.floor(mostLists / Math.max(1, query.groups.length * parts.length)))
  const lists = query.groups.flatMap(({ alternatives }) =>
    alternatives.slice(0, most).flatMap(({ word }) => parts.map((part) => ({ list: listOf(word, part), from: 0 })))
  )
  if (lists.length === 0) return { query, pieces: 0 }
  const pieces = yield* read.of(lists)
  const held = new Set(lists.filter((_, index) => pieces[index]?.keys.length !== 0).map(({ list }) => list))
  const groups = query.groups.map(({ said, isTopic, alternatives }) => ({
    said,
    isTopic,
    alternatives: alternatives.slice(0, most).filter(({ word }) => parts.some((part) => held.has(listOf(word, part))))
  }))
  const kept = [...groups.keys()].filter((index) => groups[index]?.alternatives.length !== 0)
  return {
    query: {
      groups: groups.filter(({ alternatives }) => alternatives.length > 0),
      leaveOut: query.leaveOut
        .map((step) => step.map((index) => kept.indexOf(index)).filter((index) => index !== -1))
        .filter(({ length }) => length > 0),
      unknown: query.unknown
    },
    pieces: lists.length
  }
}

/** The lists of each word that hold any of the fields. */
const partsOf = (kind: SearchKind, mask: number): number[] =>
  [...fieldsOfLists[kind].keys()].filter((part) => ((fieldsOfLists[kind][part] ?? 0) & mask) !== 0)

/** The first stage that finds something: how many steps of words were left out for it. */
export function* firstStage(query: SearchQuery, ranking: Ranking): Steps<number> {
  const { positions } = yield* search(query, ranking, { count: 1, after: null })
  const [position] = positions
  return position === undefined ? 0 : readPlace(position, stagesOf(query)).stage
}

/** One group remains at least. */
const stagesOf = ({ groups, leaveOut }: SearchQuery): number => {
  if (groups.length === 0) return 0
  const left = (steps: number) => groups.length - leaveOut.slice(0, steps).flat().length
  const first = leaveOut.findIndex((_, index) => left(index + 1) <= 0)
  return (first === -1 ? leaveOut.length : first) + 1
}

/** The window after this one: of the same stage, of the next one, or none. */
const behindWindow = (place: Place, found: number, next: number | null, stages: number): Place => {
  const before = Math.min(enough, place.before + found)
  const isHopeless = before === 0 && place.from === 0 && place.stage < stages - 1
  if (next !== null && !isHopeless) return { ...place, before, from: next, shown: 0 }
  if (before === enough) return { ...place, stage: stages }
  const stage = place.stage + 1
  return { stage, shownStages: before > 0 && next === null ? stage : place.shownStages, before, from: 0, shown: 0 }
}

type Stage = {
  groups: readonly NumberedGroup[]
  /** Groups that what was shown already holds all of; none: nothing was shown. */
  shown: readonly NumberedGroup[]
}
type NumberedGroup = { index: number; group: Group }

const stageOf = ({ groups, leaveOut }: SearchQuery, { stage, shownStages }: Place): Stage => {
  const numbered = groups.map((group, index) => ({ index, group }))
  const left = leaveOut.slice(0, stage).flat()
  const leftLast = shownStages === 0 ? [] : leaveOut.slice(shownStages - 1, stage).flat()
  return {
    groups: numbered.filter(({ index }) => !left.includes(index)),
    shown: numbered.filter(({ index }) => leftLast.includes(index))
  }
}

type Window = {
  candidates: Candidate[]
  /** Key the next window begins at; null at the end of the stage. */
  next: number | null
}

/**
 * Things that hold all groups of a stage from a key on, up to a window of them. Where it ends depends on nothing but where it begins. Pieces that
 * it read are added to those of the page.
 */
function* readWindow(
  stage: Stage,
  ranking: Ranking,
  from: number,
  score: Scorer,
  read: ReadPieces,
  ofPage: Set<string>
): Steps<Window> {
  const sweep = beginSweep(stage, ranking, from)
  const { candidates, wanting } = sweep
  const most = windowPieces + [...sweep.groups, ...sweep.shown].reduce((sum, { cursors }) => sum + cursors.length, 0)
  let pieces = 0
  for (;;) {
    goOn(sweep, score)
    if (sweep.target === Number.POSITIVE_INFINITY) return { candidates, next: null }
    // A window that came no further would begin again at the same place.
    const isLongEnough = sweep.target > from && pieces + wanting.length > most
    if (wanting.length === 0 || isLongEnough) return { candidates, next: sweep.target }
    pieces += wanting.length
    const answers = yield* read.of(wanting)
    for (const [index, piece] of answers.entries()) {
      const cursor = wanting[index]
      ofPage.add(`${cursor?.list} ${piece.to}`)
      cursor?.take(piece)
    }
  }
}

type OpenGroup = { index: number; cursors: readonly ListCursor[] }

/** What is at hand of the lists of a window. */
type Sweep = {
  groups: readonly OpenGroup[]
  /** The same, those first that stand in the fewest things: they lead furthest ahead. */
  rarestFirst: readonly OpenGroup[]
  shown: readonly OpenGroup[]
  mask: number
  candidates: Candidate[]
  /** Where it goes on; Infinity at the end of the lists. */
  target: number
  /** Lists that must be read on before it can. */
  wanting: ListCursor[]
}

const beginSweep = (stage: Stage, ranking: Ranking, from: number): Sweep => {
  const parts = partsOf(ranking.kind, ranking.mask)
  const words = stage.groups.length + stage.shown.length
  const most = Math.max(1, Math.floor(mostLists / (words * parts.length)))
  const open = ({ index, group }: NumberedGroup) => {
    const alternatives = group.alternatives.slice(0, most)
    return {
      index,
      things: alternatives.reduce((sum, { things }) => sum + things, 0),
      cursors: alternatives.flatMap(({ word, weight }) =>
        parts.map((part) => new ListCursor(listOf(word, part), weight))
      )
    }
  }
  const groups = stage.groups.map(open)
  return {
    groups,
    rarestFirst: groups.toSorted((a, b) => a.things - b.things),
    shown: stage.shown.map(open),
    mask: ranking.mask,
    candidates: [],
    target: from,
    wanting: []
  }
}

/** Goes along the lists until some must be read on, the window is full, or a list is at its end. */
const goOn = (sweep: Sweep, score: Scorer): void => {
  const { groups, rarestFirst, shown, mask, candidates, wanting } = sweep
  for (;;) {
    const target = meet(rarestFirst, sweep.target, mask, wanting)
    sweep.target = target
    if (wanting.length > 0 || target === Number.POSITIVE_INFINITY) return
    const isShown = shown.length > 0 && shown.every(({ cursors }) => seek(cursors, target, mask, wanting) === target)
    if (wanting.length > 0) return
    if (!isShown) candidates.push(score(groups, target))
    sweep.target += 1
    if (candidates.length === windowSize) return
  }
}

/** The first place at or behind a key that all groups share as far as is known; the lists that must be read on there come into `wanting`. */
const meet = (groups: readonly OpenGroup[], from: number, mask: number, wanting: ListCursor[]): number => {
  wanting.length = 0
  let target = from
  // Groups in a row that go as far as the target.
  for (let agreed = 0, at = 0; agreed < groups.length; at = at + 1 === groups.length ? 0 : at + 1) {
    const nearest = seek(groups[at]?.cursors ?? [], target, mask, wanting)
    if (nearest === target) agreed += 1
    else {
      if (nearest === Number.POSITIVE_INFINITY) return nearest
      target = nearest
      agreed = 1
      wanting.length = 0
    }
  }
  return target
}

type Scorer = (groups: readonly OpenGroup[], key: number) => Candidate

/**
 * Relevance and quality together, by a formula that knows nothing of other things found: the share of the keyword that a thing holds, words by
 * their rarity, in decades of popularity.
 */
const scorer = ({ groups }: SearchQuery, { worths, topicWorths, relevance, mask }: Ranking, things: number): Scorer => {
  const worthsOf = groups.map(({ isTopic }) => (isTopic ? topicWorths : worths))
  const rarities = groups.map(({ alternatives }) => {
    const holding = alternatives.reduce((sum, { things }) => sum + things, 0)
    return Math.log1p(things / Math.max(1, holding))
  })
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0)
  return (open, key) => {
    let sum = 0
    let common = -1
    for (const { index, cursors } of open) {
      let best = 0
      let held = 0
      for (const cursor of cursors) {
        const { keys, at, weight } = cursor
        if (keys[at] !== key) continue
        const fields = (cursor.fields[at] ?? 0) & mask
        held |= fields
        best = Math.max(best, weight * (worthsOf[index]?.[fields] ?? 0))
      }
      common &= held
      sum += best * (rarities[index] ?? 0)
    }
    return { key, fields: common, score: (relevance * sum) / whole + qualityOf(key) }
  }
}

/** One word is as often what creators call themselves after, and so are those that people tag things with: `skincare` asks for no creator. */
const mayNameCreator = ({ groups }: SearchQuery): boolean =>
  (new Set(groups.map(({ said }) => said)).size > 1 && groups.some(({ isTopic }) => !isTopic)) ||
  groups.some(({ said }) => /^[@＠]/.test(said))

/** Puts what would be the fourth of one creator among the first behind them. */
function* spread(ranked: readonly Candidate[], authorField: number): Steps<Candidate[]> {
  const ahead: Candidate[] = []
  const behind: Candidate[] = []
  const posts = new Map<number, number>()
  let seen = 0
  if (ranked.length <= mostOfAuthor) return [...ranked]
  while (ahead.length < firstPage && seen < ranked.length) {
    const part = ranked.slice(seen, seen + authorsAtOnce)
    seen += part.length
    const authors = yield* ask((store) => store.authors(part.map(({ key }) => pkOf(key))))
    for (const [index, candidate] of part.entries()) {
      const author = authors[index] ?? null
      const isNamed = author === null || (candidate.fields & authorField) !== 0
      const count = isNamed ? 0 : (posts.get(author) ?? 0)
      if (!isNamed) posts.set(author, count + 1)
      if (ahead.length < firstPage && count < mostOfAuthor) ahead.push(candidate)
      else behind.push(candidate)
    }
  }
  return [...ahead, ...behind, ...ranked.slice(seen)]
}
