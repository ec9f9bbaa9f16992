import { BadPosition } from '../../core/paging.ts'
import { byNumber, type Paging, startOf } from '../upstream/paging.ts'
import { type OperationName, rowOf } from './operations.ts'
import { nextPaths, type SourceOperation } from './table.ts'
import { type TemplateValue, type TemplateValues, valueAt } from './template.ts'

/** Positions in a walk through a list of a source. */

/**
 * `values`: of the next page, in the order of their names. `window`: its last day since 1970, and how many days the list goes back from there.
 * `passed`: elements of the page that the walk has passed.
 */
export type ListState = {
  readonly values: readonly TemplateValue[]
  readonly window: { readonly end: number; readonly back: number } | null
  readonly passed: number
}

const dayMs = 86_400_000
const dayOf = (ms: number): number => Math.floor(ms / dayMs)
/** A day as `20260131`. */
const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')

const start: ListState = { values: [], window: null, passed: 0 }

/** Start of a list that is read back to a time. */
export const firstState = ({ window }: SourceOperation, now: number, since: number): ListState => {
  const end = dayOf(now)
  return window === undefined
    ? start
    : { ...start, window: { end, back: Math.min(window.back, end - dayOf(since) + 1) } }
}

export const windowValues = ({ window: rule }: SourceOperation, { window }: ListState): TemplateValues =>
  rule === undefined || window === null ? {} : { end: dayText(window.end), start: dayText(window.end - rule.days + 1) }

const earlier = ({ window: rule }: SourceOperation, { window }: ListState): ListState | null =>
  rule === undefined || window === null || window.back <= rule.days
    ? null
    : { ...start, window: { end: window.end - rule.days, back: window.back - rule.days } }

/** The day on which a post was published, from its id, and the next day, because clocks differ. */
export const daysOfPost = (id: string): { day: string | null; nextDay: string | null } => {
  const ms = Number(BigInt(id) >> 32n) * 1_000
  return ms > Date.UTC(2014) && ms < Date.UTC(2100)
    ? { day: dayText(dayOf(ms)), nextDay: dayText(dayOf(ms) + 1) }
    : { day: null, nextDay: null }
}

const isMore = (flag: unknown): boolean => flag === true || flag === 1 || flag === 'true' || flag === '1'
/** Whether an answer reports more elements. Without such a field, a list continues while it has a next page. */
export const hasMore = ({ more }: SourceOperation, json: unknown): boolean =>
  more === undefined || isMore(valueAt(json, more))

/** Length of the whole list according to an answer; null when unknown. */
export const totalIn = ({ total }: SourceOperation, json: unknown): number | null => {
  const found = total === undefined ? null : valueAt(json, total)
  const count = typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Whether a value means that there is no next page, as vendors write it. */
const isEnd = (value: unknown): boolean => !isValue(value) || ['', 0, '0', -1, '-1'].some((none) => none === value)
const isValue = (value: unknown): value is TemplateValue => typeof value === 'string' || typeof value === 'number'

/** The state after a page: the next page of the window, the previous window, or null. A list that does not progress has ended. */
export const nextState = (operation: SourceOperation, state: ListState, json: unknown): ListState | null => {
  const found = nextPaths(operation).map(([, path]) => valueAt(json, path))
  const hasMoved = found.some((value, at) => String(value) !== String(state.values[at] ?? null))
  if (!hasMore(operation, json) || isEnd(found[0]) || !hasMoved) return earlier(operation, state)
  return { values: found.map((value) => (isValue(value) ? value : null)), window: state.window, passed: 0 }
}

/** A single value is written as it is, so that the contract's own numbers are states too. */
export const writeState = ({ values, window, passed }: ListState): string =>
  JSON.stringify(
    passed > 0 ? [values, window, passed] : window === null && values.length === 1 ? values[0] : [values, window]
  )

export const readState = (text: string): ListState => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new BadPosition(text)
  }
  if (isValue(parsed)) return { values: [parsed], window: null, passed: 0 }
  // Cursors are authenticated, so an invalid state was written by another version.
  if (!Array.isArray(parsed) || !Array.isArray(parsed[0])) throw new BadPosition(text)
  const [values, window = null, passed = 0] = parsed
  if (window !== null && !(Number.isInteger(window.end) && Number.isInteger(window.back))) throw new BadPosition(text)
  return { values, window, passed }
}

/** A walk by states, which `read` leaves in `pagination.next`. */
const byState: Paging = {
  isByNumber: false,
  begin: () => null,
  query: () => '',
  next: (_stop, { next }, count) => (typeof next === 'string' ? { page: next, size: count } : null),
  prefix: () => '',
  total: ({ total }) => (typeof total === 'number' ? total : null)
}

/** Larger than all times, even in milliseconds. Times the number of followers of a page it stays below 2^53. */
const timesEnd = 5 * 10 ** 12

/**
 * Lists of followers continue by time, if those of the source do. A source page may be longer than a client's: the position is then the time
 * of the source page, preceded by the number of its followers that were passed.
 */
const byStateOfTime: Paging = {
  ...byState,
  isByNumber: true,
  begin(position, count) {
    if (!/^\d{1,16}$/.test(position)) return null
    const time = Number(position) % timesEnd
    const passed = Math.floor(Number(position) / timesEnd)
    return startOf(writeState({ values: time === 0 ? [] : [time], window: null, passed }), count)
  },
  prefix({ page, shown }) {
    const { values, passed } = page === null ? start : readState(page)
    const time = Number(values[0] ?? 0)
    return Number.isInteger(time) && time >= 0 && time < timesEnd ? String((passed + shown) * timesEnd + time) : '0'
  }
}

/** Unlike other servers, a source need not report a total. */
const byPage: Paging = { ...byNumber, total: byState.total }

/** Whether a page of a list is named by a time, as REST has it. */
export const isByTime = (name: OperationName): boolean => name === 'listUserFollowers'

export const pagingFor = (name: OperationName): Paging =>
  isByTime(name) ? byStateOfTime : name === 'listSoundLibrary' ? byPage : byState

/** Whether a list is read by the number of its page. */
export const isByPage = (name: OperationName): boolean => rowOf(name).takes.includes('page')
