import { BadPosition, type Position, readPosition } from '../core/paging.ts'
import type { Stage } from './stages.ts'

/** Things that are enough to leave it at what holds the words so far. */
const enough = 20

/** Where a page goes on. */
export type Place = {
  /** How many of those that come first were shown; null behind them. */
  ahead: number | null
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

export const beginning: Place = { ahead: null, stage: 0, shownStages: 0, before: 0, from: 0, shown: 0 }

/** Of more stages than there can be. */
const stageBits = 2 ** 16

/** The stage of a place among those that come first. */
const aheadStage = stageBits - 1

export const writePlace = ({ ahead, stage, shownStages, before, from, shown }: Place): Position =>
  ahead === null
    ? `${stage * stageBits + shownStages}.${before}.${from}.${shown}`
    : `${aheadStage * stageBits}.0.0.${ahead}`

/** `ahead`: how many come first. */
export const readPlace = (position: Position, stages: number, ahead: number): Place => {
  const [both = 0, before = 0, from = 0, shown = 0] = readPosition(position, 4)
  const place = { ahead: null, stage: Math.floor(both / stageBits), shownStages: both % stageBits, before, from, shown }
  if (both === aheadStage * stageBits && before === 0 && from === 0 && shown < ahead)
    return { ...beginning, ahead: shown }
  if (place.stage >= stages || place.shownStages >= 2 ** place.stage || before > enough) throw new BadPosition(position)
  return place
}

/** The window after this one: of the same stage, of the next one, or none. */
export const behindWindow = (
  place: Place,
  found: number,
  target: number,
  stages: readonly Stage[],
  asked: { isUnfinished: boolean; isOneWord: boolean }
): Place => {
  const before = Math.min(enough, place.before + found)
  const next = target === Number.POSITIVE_INFINITY ? null : target
  const isHopeless = before === 0 && place.from === 0 && place.stage < stages.length - 1
  if (next !== null && !isHopeless) return { ...place, before, from: next, shown: 0 }
  // Posts by a named creator come before those that mention them, and not instead of those.
  if (before === enough && stages[place.stage]?.view !== 'named') return { ...place, stage: stages.length }
  const shownStages = before > 0 && next === null ? place.shownStages | (1 << place.stage) : place.shownStages
  // What was found is not looked for in further fields.
  const isEnough = (stage: number) =>
    before > 0 &&
    ((!asked.isUnfinished && stages[stage]?.view === 'further') || (!asked.isOneWord && stages[stage]?.view === 'far'))
  let stage = place.stage + 1
  while (isEnough(stage)) stage += 1
  return { ahead: null, stage, shownStages, before, from: 0, shown: 0 }
}
