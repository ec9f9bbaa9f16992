import { type ListChunk, placeOfText, type TextChunk, textAt, textCount } from './decoded-chunks.ts'
import type { AllPlan, OrderPlan, Plan, PlanPart } from './plan.ts'
import type { RowGroup } from './row-group.ts'
import type { Selection } from './selection.ts'

/** Narrows a selection to the rows of a group that meet a plan. */
export const narrow = (plan: Plan, group: RowGroup, selection: Selection): void => {
  switch (plan.kind) {
    case 'range':
      if (plan.not) selection.outsideRange(group.numbers(plan.slot), plan.min, plan.max)
      else selection.toRange(group.numbers(plan.slot), plan.min, plan.max, plan.min === plan.max)
      return
    case 'members':
      selection.toMembers(group.numbers(plan.slot), plan.set, plan.not)
      return
    case 'numbers':
      selection.toNumbers(group.numbers(plan.slot), plan.set, plan.not)
      return
    case 'rows':
      selection.toRows(group.first, plan.set, plan.not)
      return
    case 'carries': {
      const chunk = group.lists(plan.slot)
      selection.toCarriers(chunk, placesOf(chunk, plan), plan.not)
      return
    }
    case 'texts':
      toTexts(plan, group.texts(plan.slot), selection)
      return
    case 'order':
      toOrder(plan, group, selection)
      return
    case 'all':
      toAll(plan, group, selection)
      return
    case 'any':
      toAny(plan, group, selection)
      return
  }
}

const toOrder = ({ slot, bounds }: OrderPlan, group: RowGroup, selection: Selection): void => {
  if (bounds === null) return
  if ('min' in bounds) {
    selection.toRange(group.numbers(slot), bounds.min, bounds.max, true)
    return
  }
  const chunk = group.texts(slot)
  const { from, to } = bounds
  const last = textCount(chunk) - 1
  selection.toPlaces(
    chunk,
    from === null ? 0 : placeOfText(chunk, from),
    to === null ? last : Math.min(placeOfText(chunk, to), last)
  )
}

const toAll = ({ parts }: AllPlan, group: RowGroup, selection: Selection): void => {
  for (const part of parts) {
    if (selection.length === 0) return
    part.tested += selection.length
    narrow(part.plan, group, selection)
    part.passed += selection.length
  }
}

/** Puts parts first that drop many rows at little cost, by the groups so far. */
export const reorder = (plan: Plan): void => {
  if (plan.kind === 'any') for (const part of plan.parts) reorder(part)
  if (plan.kind !== 'all') return
  for (const part of plan.parts) {
    reorder(part.plan)
    // Later groups count more, because an order drops more rows once the best rows are found.
    part.tested /= 2
    part.passed /= 2
  }
  plan.parts.sort((a, b) => rankOf(a) - rankOf(b))
}

const rankOf = ({ cost, tested, passed }: PlanPart): number => cost / (1.001 - passed / Math.max(1, tested))

/** Applies each part only to the rows that no part before it kept. */
const toAny = (
  { parts, rest, passed, marks }: Extract<Plan, { kind: 'any' }>,
  group: RowGroup,
  selection: Selection
): void => {
  rest.copy(selection)
  for (const part of parts) {
    if (rest.length === 0) break
    passed.copy(rest)
    narrow(part, group, passed)
    if (passed.length === 0) continue
    for (const row of passed.written()) marks[row] = 1
    rest.toMarked(marks, true)
  }
  selection.toMarked(marks, false)
  marks.fill(0)
}

/** With more wanted keys than this, the keys of the chunk are looked up among them instead. */
const manyKeys = 16

const placesOf = ({ keys }: ListChunk, { list, keys: wanted }: Extract<Plan, { kind: 'carries' }>): number[] => {
  const places: number[] = []
  if (list.length > manyKeys) {
    for (let place = 0; place < keys.length; place++) if (wanted.has(keys[place] ?? 0)) places.push(place)
    return places
  }
  for (const key of list) {
    const place = placeOfKey(keys, key)
    if (keys[place] === key) places.push(place)
  }
  return places
}

const placeOfKey = (keys: Uint32Array, key: number): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Places of texts that are wanted, all 0 between calls. A place has 16 bits. */
const wantedTexts = new Uint8Array(2 ** 16)

const toTexts = ({ texts, not }: Extract<Plan, { kind: 'texts' }>, chunk: TextChunk, selection: Selection): void => {
  const places = texts.flatMap((text) => {
    const place = placeOfText(chunk, text)
    return place < textCount(chunk) && textAt(chunk, place) === text.toString() ? [place] : []
  })
  for (const place of places) wantedTexts[place] = 1
  selection.toTexts(chunk, wantedTexts, not)
  for (const place of places) wantedTexts[place] = 0
}
