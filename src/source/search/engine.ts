import { readPosition } from '../positions.ts'
import { BadPosition, type PageRequest, type Position } from '../source.ts'
import { ListCursor, seek } from './cursor.ts'
import { listOf } from './fields.ts'
import { pkOf, qualityOf } from './keys.ts'
import type { Group, SearchQuery } from './query.ts'
import type { Fields, Ranking } from './ranking.ts'
import { ReadPieces } from './read-pieces.ts'
import { furtherQuery, groupsAt, mostAlternatives, ownQuery, partsOf, type Stage, stagesOf } from './stages.ts'
import { ask, type Steps } from './store.ts'

/**
 * Search that never reads whole lists. Lists run from the best things to the worst, so what holds all words comes out best first; it is taken
 * a window at a time, and within a window relevance and quality decide. A rare keyword fits one window and is ranked as a whole; a common
 * one costs one window a page however deep it goes.
 *
 * What holds all words is the first stage. As long as a stage finds nothing, or all of them found too little, the next one asks for less
 * (`stages.ts`) and shows what those before it did not.
 */

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
/** A window that has found enough for some pages is not worth as many: the further it goes, the worse are the things that it finds. */
const windowEnough = 60
const piecesForMore = 4
/** So many more are found before it is looked which of them are settled. */
const settledAtOnce = 24
/** Things that are enough to leave it at what holds the words so far. */
const enough = 20
/** At most so many posts of one creator among the first. */
const mostOfAuthor = 3
const firstPage = 20
const authorsAtOnce = 24

type Place = {
  stage: number
  /** Bits of the stages before this one of which all was shown. */
  shownStages: number
  /** Things that were found before the window, as far as it matters. */
  before: number
  /** Key the window begins at. */
  from: number
  /** How many of the window were shown. */
  shown: number
}

const beginning: Place = { stage: 0, shownStages: 0, before: 0, from: 0, shown: 0 }

/** Of more stages than there can be. */
const stageBits = 2 ** 16

const writePlace = ({ stage, shownStages, before, from, shown }: Place): Position =>
  `${stage * stageBits + shownStages}.${before}.${from}.${shown}`

const readPlace = (position: Position, stages: number): Place => {
  const [both = 0, before = 0, from = 0, shown = 0] = readPosition(position, 4)
  const place = { stage: Math.floor(both / stageBits), shownStages: both % stageBits, before, from, shown }
  if (place.stage >= stages || place.shownStages >= 2 ** place.stage || before > enough) throw new BadPosition(position)
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
  const { kind } = ranking
  const { query, pieces: looked } = yield* ownQuery(asked, ranking, read)
  const stages = stagesOf(asked, query, ranking)
  let place = after === null ? beginning : readPlace(after, Math.max(1, stages.length))
  const pks: number[] = []
  const positions: Position[] = []
  const show = (pk: number, behind: Place) => {
    pks.push(pk)
    positions.push(writePlace(behind))
  }
  if (after === null && first !== null) show(first, beginning)
  const things = stages.length === 0 ? 0 : yield* ask((store) => store.things(kind))
  const own = viewOf(query, ranking, ranking, things)
  let further: View | null = null
  // Stages go along the same lists: what one of them read costs the next one nothing.
  const pieces = new Set<string>()
  // One more than asked for tells whether there is a next page.
  while (pks.length <= count && place.stage < stages.length) {
    if (looked + pieces.size > pagePieces) {
      if (place.before > 0 || place.from > 0) return { pks, positions, next: writePlace(place) }
      // The last word alone finds something at once, and a first page that is empty helps nobody.
      place = { ...place, stage: stages.length - 1 }
    }
    if (further === null && isFurtherAt(stages, place)) {
      const fields = hasFoundBefore(stages, place) ? ranking : (ranking.further ?? ranking)
      further = viewOf(yield* furtherQuery(asked, kind), fields, ranking, things)
    }
    const window = beginWindow(wantedAt(stages, place, own, further ?? own), place.from)
    const end = place.shown + count + 1 - pks.length
    let ranked: readonly Candidate[] = []
    for (let most = end; ranked.length < end && !window.isRead; most *= 2) {
      ranked = (yield* readWindow(window, most, read, pieces)).sort((a, b) => b.score - a.score || a.key - b.key)
      if (first !== null) ranked = ranked.filter(({ key }) => pkOf(key) !== first)
      if (ranking.authorField !== null && place.before === 0 && place.from === 0) {
        ranked = yield* spread(ranked, mayNameCreator(query) ? ranking.authorField : 0, window.isRead)
      }
    }
    for (const { key } of ranked.slice(place.shown, end)) {
      place = { ...place, shown: place.shown + 1 }
      show(pkOf(key), place)
    }
    if (pks.length > count) break
    place = behindWindow(place, ranked.length, window.target, stages, asked.unfinished !== null)
  }
  return {
    pks: pks.slice(0, count),
    positions: positions.slice(0, count),
    next: pks.length > count ? (positions[count - 1] ?? null) : null
  }
}

/** How many steps of words were left out at the first stage that finds something. */
export function* firstStage(asked: SearchQuery, ranking: Ranking): Steps<number> {
  const read = new ReadPieces()
  const { query } = yield* ownQuery(asked, ranking, read)
  const stages = stagesOf(asked, query, ranking)
  const { positions } = yield* search(asked, ranking, { count: 1, after: null }, null, read)
  const [position] = positions
  return position === undefined ? 0 : (stages[readPlace(position, stages.length).stage]?.steps ?? 0)
}

/** The window after this one: of the same stage, of the next one, or none. */
const behindWindow = (
  place: Place,
  found: number,
  target: number,
  stages: readonly Stage[],
  isUnfinished: boolean
): Place => {
  const before = Math.min(enough, place.before + found)
  const next = target === Number.POSITIVE_INFINITY ? null : target
  const isHopeless = before === 0 && place.from === 0 && place.stage < stages.length - 1
  if (next !== null && !isHopeless) return { ...place, before, from: next, shown: 0 }
  if (before === enough) return { ...place, stage: stages.length }
  const shownStages = before > 0 && next === null ? place.shownStages | (1 << place.stage) : place.shownStages
  // What was found is not looked for in further fields.
  const isEnough = before > 0 && !isUnfinished && stages[place.stage + 1]?.isFurther === true
  return { stage: place.stage + (isEnough ? 2 : 1), shownStages, before, from: 0, shown: 0 }
}

/** A query in some of the fields. */
type View = { query: SearchQuery; parts: readonly number[]; mask: number; most: number } & Scorer

/** What has all groups in a view. */
type Wanted = { view: View; groups: readonly NumberedGroup[] }
type NumberedGroup = { index: number; group: Group }
/** `shown`: of things that have all of one of these, all were shown. */
type WantedNow = Wanted & { shown: readonly Wanted[] }

const viewOf = (query: SearchQuery, fields: Fields, { kind, relevance }: Ranking, things: number): View => {
  const parts = partsOf(kind, fields.mask)
  const { mask } = fields
  return { query, parts, mask, most: mostAlternatives(query, parts), ...scorer(query, fields, relevance, things) }
}

const shownAt = (stages: readonly Stage[], { shownStages }: Place): Stage[] =>
  stages.filter((_, stage) => (shownStages & (1 << stage)) !== 0)

/** Whether the further view is needed there: for the stage itself, or for what was shown before. */
const isFurtherAt = (stages: readonly Stage[], place: Place): boolean =>
  stages[place.stage]?.isFurther === true || shownAt(stages, place).some(({ isFurther }) => isFurther)

/** Whether something was found before the further stage. */
const hasFoundBefore = (stages: readonly Stage[], { shownStages }: Place): boolean =>
  stages.some(({ isFurther }, stage) => isFurther && shownStages % 2 ** stage !== 0)

const wantedAt = (stages: readonly Stage[], place: Place, own: View, further: View): WantedNow => {
  const wanted = (stage: Stage): Wanted => {
    const view = stage.isFurther ? further : own
    const groups = groupsAt(view.query, stage).flatMap((index) => {
      const group = view.query.groups[index]
      return group === undefined ? [] : { index, group }
    })
    return { view, groups }
  }
  const here = wanted(stages[place.stage] ?? { isFurther: false, steps: 0 })
  const has = ({ index }: NumberedGroup) => here.groups.some((group) => group.index === index)
  const before = shownAt(stages, place)
  // Of stages in one view the last one found all that those before it did.
  const last = [before.findLast(({ isFurther }) => isFurther), before.findLast(({ isFurther }) => !isFurther)]
  const shown = last
    .flatMap((stage) => (stage === undefined ? [] : wanted(stage)))
    .map(({ view, groups }) => ({ view, groups: view === here.view ? groups.filter((group) => !has(group)) : groups }))
  return { ...here, shown }
}

/**
 * Reads on of the things that hold all groups of a stage from a key on, up to a window of them, and gives those that nothing behind them comes
 * before: once there are so many of these, the rest of the window is left for later. Where it ends depends on nothing but where it begins.
 * Pieces that it read are added to those of the page.
 */
function* readWindow(window: Window, most: number, read: ReadPieces, ofPage: Set<string>): Steps<Candidate[]> {
  const { candidates, wanting, from, lists } = window
  for (;;) {
    const settled = goOn(window, most)
    if (settled !== null) return settled
    // A window that came no further would begin again at the same place.
    const mostPieces = lists + (candidates.length < windowEnough ? windowPieces : piecesForMore)
    const isLongEnough = window.target > from && window.pieces + wanting.length > mostPieces
    window.isRead = wanting.length === 0 || isLongEnough || window.target === Number.POSITIVE_INFINITY
    if (window.isRead) return candidates
    window.pieces += wanting.length
    const answers = yield* read.of(wanting)
    for (const [index, piece] of answers.entries()) {
      ofPage.add(piece.name)
      wanting[index]?.take(piece)
    }
  }
}

type OpenGroup = { index: number; cursors: readonly ListCursor[] }

/** Things that hold all groups of a stage, and what is at hand of their lists. */
type Window = {
  view: View
  /** Key it begins at. */
  from: number
  groups: readonly OpenGroup[]
  /** The same, those first that stand in the fewest things: they lead furthest ahead. */
  rarestFirst: readonly OpenGroup[]
  /** Things that have all groups of one of these were shown. */
  shown: readonly { groups: readonly OpenGroup[]; mask: number }[]
  candidates: Candidate[]
  /** Where it goes on, and the next window once it is read; Infinity at the end of the lists. */
  target: number
  isRead: boolean
  /** How many lists there are, and how many pieces of them were read. */
  lists: number
  pieces: number
  /** Lists that must be read on before it can. */
  wanting: ListCursor[]
}

const beginWindow = ({ view, groups, shown }: WantedNow, from: number): Window => {
  const opened = open({ view, groups })
  const openedShown = shown.map((one) => ({ groups: open(one), mask: one.view.mask }))
  const all = [opened, ...openedShown.map(({ groups }) => groups)].flat()
  return {
    view,
    from,
    groups: opened,
    rarestFirst: opened.toSorted((a, b) => a.things - b.things),
    shown: openedShown,
    candidates: [],
    target: from,
    isRead: false,
    lists: all.reduce((sum, { cursors }) => sum + cursors.length, 0),
    pieces: 0,
    wanting: []
  }
}

const open = ({ view: { most, parts }, groups }: Wanted): (OpenGroup & { things: number })[] =>
  groups.map(({ index, group }) => {
    const alternatives = group.alternatives.slice(0, most)
    return {
      index,
      things: alternatives.reduce((sum, { things }) => sum + things, 0),
      cursors: alternatives.flatMap(({ word, weight }) =>
        parts.map((part) => new ListCursor(listOf(word, part), weight))
      )
    }
  })

/**
 * Goes along the lists until some must be read on, the window is full, or a list is at its end; or until `most` of what it found are settled, which
 * it then gives.
 */
const goOn = (window: Window, most: number): Candidate[] | null => {
  const { view, groups, rarestFirst, shown, candidates, wanting } = window
  for (;;) {
    const target = meet(rarestFirst, window.target, view.mask, wanting)
    window.target = target
    if (wanting.length > 0 || target === Number.POSITIVE_INFINITY) return null
    const isShown = shown.some(({ groups, mask }) =>
      groups.every(({ cursors }) => seek(cursors, target, mask, wanting) === target)
    )
    if (wanting.length > 0) return null
    window.target += 1
    if (isShown) continue
    candidates.push(view.score(groups, target))
    if (candidates.length === windowSize) return null
    if (candidates.length % settledAtOnce === 0) {
      // All that follow are of no more quality.
      const least = view.highest + qualityOf(target)
      const settled = candidates.filter(({ score }) => score >= least)
      if (settled.length >= most) return settled
    }
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

/** `highest`: of any thing, without its quality. */
type Scorer = { score: (groups: readonly OpenGroup[], key: number) => Candidate; highest: number }

/**
 * Relevance and quality together, by a formula that knows nothing of other things found: the share of the keyword that a thing holds, words by
 * their rarity, in decades of popularity.
 */
const scorer = (
  { groups }: SearchQuery,
  { worths, topicWorths, mask }: Fields,
  relevance: number,
  things: number
): Scorer => {
  const worthsOf = groups.map(({ isTopic }) => (isTopic ? topicWorths : worths))
  const rarities = groups.map(({ alternatives }) => {
    const holding = alternatives.reduce((sum, { things }) => sum + things, 0)
    return Math.log1p(things / Math.max(1, holding))
  })
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0)
  const held = worthsOf.reduce((sum, worths, index) => sum + (worths[mask] ?? 0) * (rarities[index] ?? 0), 0)
  const score: Scorer['score'] = (open, key) => {
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
  return { score, highest: (relevance * held) / whole }
}

/** One word is as often what creators call themselves after, and so are those that people tag things with: `skincare` asks for no creator. */
const mayNameCreator = ({ groups }: SearchQuery): boolean =>
  (new Set(groups.map(({ said }) => said)).size > 1 && groups.some(({ isTopic }) => !isTopic)) ||
  groups.some(({ said }) => /^[@＠]/.test(said))

/** Puts what would be the fourth of one creator among the first behind them; as long as more may follow, none before the first are full. */
function* spread(ranked: readonly Candidate[], authorField: number, isAll: boolean): Steps<readonly Candidate[]> {
  const ahead: Candidate[] = []
  const behind: Candidate[] = []
  const posts = new Map<number, number>()
  let seen = 0
  if (ranked.length <= mostOfAuthor) return ranked
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
  return isAll || ahead.length === firstPage ? [...ahead, ...behind, ...ranked.slice(seen)] : ahead
}
