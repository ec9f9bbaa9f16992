import { ListCursor, seek } from './cursor.ts'
import { listOf } from './fields.ts'
import { qualityOf } from './keys.ts'
import type { WordGroup } from './query.ts'
import type { ReadBlocks } from './read-blocks.ts'
import type { Steps } from './store.ts'
import type { Candidate, OpenGroup, Scorer, View } from './view.ts'

/** Most matches in a window. */
const windowSize = 240
/** Most blocks that a window reads beyond the first of each list. */
const windowBlocks = 20
/**
 * Matches that suffice for several pages, after which a window stops early: later documents are worse. Each list may still read one more
 * block, so that short lists give the same window however they are split.
 */
const windowEnough = 60
const blocksForMore = 3
/** Matches between two checks of which ones are final. */
const settledAtOnce = 24

/** Documents that match all groups in a view. */
export type Wanted = { view: View; groups: readonly NumberedGroup[] }
export type NumberedGroup = { index: number; group: WordGroup }
/** `others`: optional groups, which add to the score. `shown`: documents that match all of one of these were already shown. */
export type WantedNow = Wanted & { others: readonly NumberedGroup[]; shown: readonly Wanted[] }

/** The matches of a stage, and the state of its lists. */
export type Window = {
  view: View
  scorer: Scorer
  /** First key of the window. */
  from: number
  groups: readonly OpenGroup[]
  /** The same, the rarest first: they skip furthest. */
  rarestFirst: readonly OpenGroup[]
  /** Optional groups. */
  others: readonly OpenGroup[]
  /** Documents that match all groups of one of these were already shown. */
  shown: readonly { groups: readonly OpenGroup[]; mask: number }[]
  candidates: Candidate[]
  /** The next key to examine, and the start of the next window at the end; Infinity at the end of the lists. */
  target: number
  isRead: boolean
  /** Number of lists, and of blocks read. */
  lists: number
  blocks: number
  /** Lists that need another block first. */
  wanting: ListCursor[]
}

export const beginWindow = ({ view, groups, others, shown }: WantedNow, from: number): Window => {
  const opened = open({ view, groups })
  const openedOthers = open({ view, groups: others })
  // Stages of one view share lists.
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
    rarestFirst: opened.toSorted((a, b) => a.documents - b.documents),
    others: openedOthers,
    shown: openedShown,
    candidates: [],
    target: from,
    isRead: false,
    lists: [...all].reduce((sum, { cursors }) => sum + cursors.length, 0),
    blocks: 0,
    wanting: []
  }
}

type OpenedGroup = OpenGroup & { documents: number }

const open = ({ view: { most, parts }, groups }: Wanted): OpenedGroup[] =>
  groups.map(({ index, group }) => {
    const cursors: ListCursor[] = []
    let documents = 0
    for (const alternative of group.alternatives.slice(0, most)) {
      documents += alternative.documents
      for (const part of parts) cursors.push(new ListCursor(listOf(alternative.word, part), alternative.weight))
    }
    return { index, documents, cursors }
  })

/** Advances until lists need another block, the window is full or a list ends; or until `most` matches are final, which it then returns. */
const advance = (window: Window, most: number): Candidate[] | null => {
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
      // No later document has more quality.
      const least = scorer.highest + qualityOf(target)
      const settled = candidates.filter(({ score }) => score >= least)
      if (settled.length >= most) return settled
    }
  }
}

/**
 * The first posting at or after a key that all groups share, as far as the lists are read; lists that need another block are added to
 * `wanting`.
 */
const meet = (groups: readonly OpenGroup[], from: number, mask: number, wanting: ListCursor[]): number => {
  wanting.length = 0
  let target = from
  // Number of consecutive groups that agree on the target.
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
 * Reads the matches of a stage from a key on, up to a window of them, and returns those that no later match can precede. With `most` of
 * these, the remainder of the window is read later. The end of a window depends only on its start. The blocks read are added to the page's.
 */
export function* readWindow(window: Window, most: number, read: ReadBlocks, ofPage: Set<string>): Steps<Candidate[]> {
  const { candidates, wanting, from, lists } = window
  for (;;) {
    const settled = advance(window, most)
    if (settled !== null) return settled
    // A window without progress would begin again at the same key.
    const mostBlocks = lists + (candidates.length < windowEnough ? windowBlocks : lists + blocksForMore)
    const isLongEnough = window.target > from && window.blocks + wanting.length > mostBlocks
    window.isRead = wanting.length === 0 || isLongEnough || window.target === Number.POSITIVE_INFINITY
    if (window.isRead) return candidates
    window.blocks += wanting.length
    const answers = yield* read.of(wanting)
    for (const [index, block] of answers.entries()) {
      ofPage.add(block.name)
      wanting[index]?.take(block)
    }
  }
}
