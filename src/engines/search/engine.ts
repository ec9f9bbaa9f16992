import type { PageRequest, Position } from '../../core/paging.ts'
import { diversify } from './author-diversity.ts'
import type { SearchQuery } from './query.ts'
import type { SearchRanking } from './ranking.ts'
import { ReadBlocks } from './read-blocks.ts'
import { afterWindow, firstCursor, readCursor, type SearchCursor, writeCursor } from './search-cursor.ts'
import { furtherQuery, groupsAt, mayNameCreator, ownQuery, type Stage, stagesOf, type ViewName } from './stages.ts'
import { ask, type Steps } from './store.ts'
import { type Candidate, type View, viewOf } from './view.ts'
import { beginWindow, readWindow, type Wanted, type WantedNow } from './window.ts'

/**
 * Search that never reads whole lists. Lists are sorted from the best documents to the worst, so the intersection yields the best matches
 * first. It is read one window at a time; within a window, relevance and quality decide the order. A rare keyword fits one window and is
 * ranked as a whole; a common one costs one window a page at any depth.
 *
 * The first stage requires all words. While a stage finds nothing, or all stages so far found too little, the next one requires less
 * (`stages.ts`) and shows what the previous ones did not.
 */

export type FoundPage = {
  keys: number[]
  /** The position right after each result. */
  positions: Position[]
  next: Position | null
  /** The view in which the first result was found; null where the page begins with a pinned result. */
  firstView: ViewName | null
}

/** Results among which one creator and one caption are limited. */
const firstPage = 20

/** A page starts no further window after this many blocks, so it reads a hundred at most. */
const pageBlocks = 40

/**
 * One page of results. `ahead`: keys of pinned results, which come first in any case. `read`: blocks already read, valid as long as the
 * store has the same lists.
 */
export function* search(
  parsed: SearchQuery,
  ranking: SearchRanking,
  { count, after }: PageRequest,
  ahead: readonly number[] = [],
  read = new ReadBlocks()
): Steps<FoundPage> {
  const { kind } = ranking
  const { query, blocks: blocksRead } = yield* ownQuery(parsed, ranking, read)
  const stages = stagesOf(parsed, query, ranking)
  const pinnedCursor = (number: number): SearchCursor =>
    number < ahead.length ? { ...firstCursor, ahead: number } : firstCursor
  let cursor = after === null ? pinnedCursor(0) : readCursor(after, Math.max(1, stages.length), ahead.length)
  const keys: number[] = []
  const positions: Position[] = []
  const show = (key: number, behind: SearchCursor) => {
    keys.push(key)
    positions.push(writeCursor(behind))
  }
  if (cursor.ahead !== null) {
    for (const [number, key] of ahead.entries()) if (number >= cursor.ahead) show(key, pinnedCursor(number + 1))
    cursor = firstCursor
  }
  const shownAhead = new Set(ahead)
  const authorField = ranking.authorField !== null && !mayNameCreator(query) ? 0 : ranking.authorField
  let firstView: ViewName | null = null
  const documents = stages.length === 0 ? 0 : yield* ask((store) => store.documents(kind))
  const views: Views = {
    own: viewOf(query, ranking, ranking, documents),
    named: ranking.named && viewOf(parsed, ranking.named, ranking, documents),
    further: null,
    far: ranking.far && viewOf(parsed, ranking.far, ranking, documents)
  }
  // Stages share lists: a block that one of them read costs the next one nothing.
  const blocks = new Set<string>()
  // One result more than requested shows whether there is a next page.
  while (keys.length <= count && cursor.stage < stages.length) {
    if (blocksRead + blocks.size > pageBlocks) {
      if (cursor.before > 0 || cursor.from > 0) return { keys, positions, next: writeCursor(cursor), firstView }
      // Search by the last word alone answers quickly, and is better than an empty first page.
      cursor = { ...cursor, stage: stages.length - 1 }
    }
    if (views.further === null && isFurtherAt(stages, cursor)) {
      const fields = hasFoundBefore(stages, cursor) ? ranking : (ranking.further ?? ranking)
      views.further = viewOf(yield* furtherQuery(parsed, kind), fields, ranking, documents)
    }
    const window = beginWindow(wantedAt(stages, cursor, views), cursor.from)
    const end = cursor.shown + count + 1 - keys.length
    let ranked: readonly Candidate[] = []
    for (let most = end; ranked.length < end && !window.isRead; most *= 2) {
      ranked = (yield* readWindow(window, most, read, blocks)).sort((a, b) => b.score - a.score || a.key - b.key)
      if (ahead.length > 0) ranked = ranked.filter(({ key }) => !shownAhead.has(key))
      if (authorField !== null && cursor.from === 0 && cursor.before < firstPage) {
        ranked = yield* diversify(ranked, authorField, firstPage - cursor.before, window.isRead)
      }
    }
    for (const { key } of ranked.slice(cursor.shown, end)) {
      cursor = { ...cursor, shown: cursor.shown + 1 }
      if (keys.length === 0) firstView = stages[cursor.stage]?.view ?? null
      show(key, cursor)
    }
    if (keys.length > count) break
    cursor = afterWindow(cursor, ranked.length, window.target, stages, {
      isUnfinished: parsed.unfinished !== null,
      isOneWord: parsed.groups.every(({ rawText }) => rawText === parsed.groups[0]?.rawText)
    })
  }
  return {
    keys: keys.slice(0, count),
    positions: positions.slice(0, count),
    next: keys.length > count ? (positions[count - 1] ?? null) : null,
    firstView
  }
}

/** The groups dropped at the first stage that finds something. */
export function* firstDropped(parsed: SearchQuery, ranking: SearchRanking): Steps<number[]> {
  const read = new ReadBlocks()
  const { query } = yield* ownQuery(parsed, ranking, read)
  const stages = stagesOf(parsed, query, ranking)
  const { positions } = yield* search(parsed, ranking, { count: 1, after: null }, [], read)
  const [position] = positions
  const steps = position === undefined ? 0 : (stages[readCursor(position, stages.length, 0).stage]?.steps ?? 0)
  return parsed.dropOrder.slice(0, steps).flat()
}

/** Null for views not needed, or not needed yet. */
type Views = { own: View } & { [name in Exclude<ViewName, 'own'>]: View | null }

const shownAt = (stages: readonly Stage[], { shownStages }: SearchCursor): Stage[] =>
  stages.filter((_, stage) => (shownStages & (1 << stage)) !== 0)

/** Whether the further view is needed here: for this stage, or for what was already shown. */
const isFurtherAt = (stages: readonly Stage[], cursor: SearchCursor): boolean =>
  [...stages.slice(cursor.stage, cursor.stage + 1), ...shownAt(stages, cursor)].some(({ view }) => view === 'further')

/** Whether a stage before the further one found something. */
const hasFoundBefore = (stages: readonly Stage[], { shownStages }: SearchCursor): boolean =>
  stages.some(({ view }, stage) => view === 'further' && shownStages % 2 ** stage !== 0)

const wantedAt = (stages: readonly Stage[], cursor: SearchCursor, views: Views): WantedNow => {
  const wanted = (stage: Stage): Wanted => {
    const view = views[stage.view] ?? views.own
    const groups = groupsAt(view.query, stage).flatMap((index) => {
      const group = view.query.groups[index]
      return group === undefined ? [] : { index, group }
    })
    return { view, groups }
  }
  const current = wanted(stages[cursor.stage] ?? { view: 'own', steps: 0 })
  const inHere = new Set(current.groups.map(({ index }) => index))
  const others = [...current.view.query.groups.entries()].flatMap(([index, group]) =>
    group.isFiller || inHere.has(index) ? [] : { index, group }
  )
  // Of several stages in one view, the last one covers all results of the others.
  const last = new Map(shownAt(stages, cursor).map((stage) => [stage.view, stage]))
  const shown = [...last.values()].map(wanted).map(({ view, groups }) => ({
    view,
    groups: view === current.view ? groups.filter(({ index }) => !inHere.has(index)) : groups
  }))
  return { ...current, others, shown }
}
