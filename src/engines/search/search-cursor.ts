import { BadPosition, type Position, readPosition } from '../../core/paging.ts'
import type { Stage } from './stages.ts'

/** Enough results to require all words of the stages so far. */
const enough = 20

/** Where a page continues. */
export type SearchCursor = {
  /** How many pinned results were shown; null after them. */
  ahead: number | null
  stage: number
  /** Bits of the earlier stages whose results were all shown. */
  shownStages: number
  /** Number of results before the window, counted as far as it matters. */
  before: number
  /** First key of the window. */
  from: number
  /** How many results of the window were shown. */
  shown: number
}

export const firstCursor: SearchCursor = { ahead: null, stage: 0, shownStages: 0, before: 0, from: 0, shown: 0 }

/** Above the largest possible number of stages. */
const stageBits = 2 ** 16

/** The stage value of a position among pinned results. */
const aheadStage = stageBits - 1

export const writeCursor = ({ ahead, stage, shownStages, before, from, shown }: SearchCursor): Position =>
  ahead === null
    ? `${stage * stageBits + shownStages}.${before}.${from}.${shown}`
    : `${aheadStage * stageBits}.0.0.${ahead}`

/** `ahead`: number of pinned results. */
export const readCursor = (position: Position, stages: number, ahead: number): SearchCursor => {
  const [both = 0, before = 0, from = 0, shown = 0] = readPosition(position, 4)
  const cursor = {
    ahead: null,
    stage: Math.floor(both / stageBits),
    shownStages: both % stageBits,
    before,
    from,
    shown
  }
  if (both === aheadStage * stageBits && before === 0 && from === 0 && shown < ahead)
    return { ...firstCursor, ahead: shown }
  if (cursor.stage >= stages || cursor.shownStages >= 2 ** cursor.stage || before > enough)
    throw new BadPosition(position)
  return cursor
}

/** The next window: of the same stage, of the next one, or none. */
export const afterWindow = (
  cursor: SearchCursor,
  found: number,
  target: number,
  stages: readonly Stage[],
  parsed: { isUnfinished: boolean; isOneWord: boolean }
): SearchCursor => {
  const before = Math.min(enough, cursor.before + found)
  const next = target === Number.POSITIVE_INFINITY ? null : target
  const isHopeless = before === 0 && cursor.from === 0 && cursor.stage < stages.length - 1
  if (next !== null && !isHopeless) return { ...cursor, before, from: next, shown: 0 }
  // Posts by a named creator come before posts that mention the creator, and do not replace them.
  if (before === enough && stages[cursor.stage]?.view !== 'named') return { ...cursor, stage: stages.length }
  const shownStages = before > 0 && next === null ? cursor.shownStages | (1 << cursor.stage) : cursor.shownStages
  // With enough results, further fields are not searched.
  const isEnough = (stage: number) =>
    before > 0 &&
    ((!parsed.isUnfinished && stages[stage]?.view === 'further') ||
      (!parsed.isOneWord && stages[stage]?.view === 'far'))
  let stage = cursor.stage + 1
  while (isEnough(stage)) stage += 1
  return { ahead: null, stage, shownStages, before, from: 0, shown: 0 }
}
