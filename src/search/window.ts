import { ListCursor, seek } from './cursor.ts'
import { listOf } from './fields.ts'
import { qualityOf } from './keys.ts'
import type { Group } from './query.ts'
import type { ReadPieces } from './read-pieces.ts'
import type { Steps } from './store.ts'
import type { Candidate, OpenGroup, Scorer, View } from './view.ts'

/** Matches of a window. */
const windowSize = 240
/** Pieces that a window reads beyond the first of each list, however few it found. */
const windowPieces = 20
/**
 * A window that has found enough for some pages is worth fewer: the further it goes, the worse are the things that it finds. Each of its lists may go
 * on once, so that short lists give the same window however they are cut into pieces.
 */
const windowEnough = 60
const piecesForMore = 3
/** So many more are found before it is looked which of them are settled. */
const settledAtOnce = 24

/** What has all groups in a view. */
export type Wanted = { view: View; groups: readonly NumberedGroup[] }
export type NumberedGroup = { index: number; group: Group }
/** `others`: groups that things need not have and are better with. `shown`: of things that have all of one of these, all were shown. */
export type WantedNow = Wanted & { others: readonly NumberedGroup[]; shown: readonly Wanted[] }

/** Things that hold all groups of a stage, and what is at hand of their lists. */
export type Window = {
  view: View
  scorer: Scorer
  /** Key it begins at. */
  from: number
  groups: readonly OpenGroup[]
  /** The same, those first that stand in the fewest things: they lead furthest ahead. */
  rarestFirst: readonly OpenGroup[]
  /** Groups that things need not hold. */
  others: readonly OpenGroup[]
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

export const beginWindow = ({ view, groups, others, shown }: WantedNow, from: number): Window => {
  const opened = open({ view, groups })
  const openedOthers = open({ view, groups: others })
  // Stages of one view go along the same lists.
  const own = new Map([...opened, ...openedOthers].map((group) => [group.index, group]))
  const openedShown = shown.map(({ view: other, groups }) => ({
    groups: groups.flatMap(
      (group) => (other === view && own.get(group.index)) || open({ view: other, groups: [group] })
    ),
    mask: other.mask
  }))
  const all = new Set([opened, openedOthers, ...openedShown.map(({ groups }) => groups)].flat())
  return {
    view,
    scorer: view.scorerOf(groups.map(({ index }) => index)),
    from,
    groups: opened,
    rarestFirst: opened.toSorted((a, b) => a.things - b.things),
    others: openedOthers,
    shown: openedShown,
    candidates: [],
    target: from,
    isRead: false,
    lists: [...all].reduce((sum, { cursors }) => sum + cursors.length, 0),
    pieces: 0,
    wanting: []
  }
}

type OpenedGroup = OpenGroup & { things: number }

const open = ({ view: { most, parts }, groups }: Wanted): OpenedGroup[] =>
  groups.map(({ index, group }) => {
    const cursors: ListCursor[] = []
    let things = 0
    for (const alternative of group.alternatives.slice(0, most)) {
      things += alternative.things
      for (const part of parts) cursors.push(new ListCursor(listOf(alternative.word, part), alternative.weight))
    }
    return { index, things, cursors }
  })

/**
 * Goes along the lists until some must be read on, the window is full, or a list is at its end; or until `most` of what it found are settled, which
 * it then gives.
 */
const goOn = (window: Window, most: number): Candidate[] | null => {
  const { view, scorer, groups, rarestFirst, others, shown, candidates, wanting } = window
  for (;;) {
    const target = meet(rarestFirst, window.target, view.mask, wanting)
    window.target = target
    if (wanting.length > 0 || target === Number.POSITIVE_INFINITY) return null
    const isShown =
      shown.length > 0 &&
      shown.some(({ groups, mask }) => groups.every(({ cursors }) => seek(cursors, target, mask, wanting) === target))
    if (!isShown) for (const { cursors } of others) seek(cursors, target, view.mask, wanting)
    if (wanting.length > 0) return null
    window.target += 1
    if (isShown) continue
    candidates.push(scorer.score(groups, others, target))
    if (candidates.length === windowSize) return null
    if (candidates.length % settledAtOnce === 0) {
      // All that follow are of no more quality.
      const least = scorer.highest + qualityOf(target)
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

/**
 * Reads on of the things that hold all groups of a stage from a key on, up to a window of them, and gives those that nothing behind them comes
 * before: once there are so many of these, the rest of the window is left for later. Where it ends depends on nothing but where it begins.
 * Pieces that it read are added to those of the page.
 */
export function* readWindow(window: Window, most: number, read: ReadPieces, ofPage: Set<string>): Steps<Candidate[]> {
  const { candidates, wanting, from, lists } = window
  for (;;) {
    const settled = goOn(window, most)
    if (settled !== null) return settled
    // A window that came no further would begin again at the same place.
    const mostPieces = lists + (candidates.length < windowEnough ? windowPieces : lists + piecesForMore)
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
