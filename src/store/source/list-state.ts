import { BadPosition } from '../../core/paging.ts'
import { byNumber, byTime, type Paging } from '../upstream/paging.ts'
import { type OperationName, rowOf } from './operations.ts'
import { nextPaths, type SourceOperation } from './table.ts'
import { type TemplateValue, type TemplateValues, valueAt } from './template.ts'

/** Where a walk through a list of a source goes on. */

/**
 * The values of the next page in the order of their names; the window by its last day, and how many windows are left with it; how many
 * ids of the page were looked up before.
 */
export type ListState = {
  readonly values: readonly TemplateValue[]
  readonly window: { readonly end: string; readonly left: number } | null
  readonly passed: number
}

const dayMs = 86_400_000
/** Days as `20260131`. */
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
const dayIn = (text: string): number => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))

export const firstState = ({ window }: SourceOperation, now: number): ListState => ({
  values: [],
  window: window === undefined ? null : { end: dayText(now), left: Math.ceil(window.back / window.days) },
  passed: 0
})

export const windowValues = ({ window: rule }: SourceOperation, { window }: ListState): TemplateValues => {
  if (window === null || rule === undefined) return {}
  return { end: window.end, start: dayText(dayIn(window.end) - (rule.days - 1) * dayMs) }
}

const earlier = ({ window: rule }: SourceOperation, { window }: ListState): ListState | null =>
  rule === undefined || window === null || window.left <= 1
    ? null
    : { values: [], window: { end: dayText(dayIn(window.end) - rule.days * dayMs), left: window.left - 1 }, passed: 0 }

const isMore = (flag: unknown): boolean => flag === true || flag === 1 || flag === 'true' || flag === '1'
/** Whether an answer says that more follows; one that says nothing goes on as long as it has a next page. */
export const hasMore = ({ more }: SourceOperation, json: unknown): boolean =>
  more === undefined || isMore(valueAt(json, more))

/** What vendors write in place of the value of a next page. */
const isEnd = (value: unknown): boolean => [undefined, null, '', 0, '0', -1, '-1'].some((none) => none === value)
const isValue = (value: unknown): value is TemplateValue => typeof value === 'string' || typeof value === 'number'

/** After a page: the next one of the window, the window before, or null. A list that does not move has ended. */
export const nextState = (operation: SourceOperation, state: ListState, json: unknown): ListState | null => {
  const paths = nextPaths(operation)
  const [first] = paths
  const found = paths.map(([, path]) => valueAt(json, path))
  const hasMoved = found.some((value, at) => String(value) !== String(state.values[at] ?? null))
  if (first === undefined || !hasMore(operation, json) || isEnd(found[0]) || !hasMoved) return earlier(operation, state)
  return { values: found.map((value) => (isValue(value) ? value : null)), window: state.window, passed: 0 }
}

/** One value alone is itself, so that the contract's own numbers are states too. */
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
  // Cursors are authenticated: what is no state was written by another version.
  if (!Array.isArray(parsed) || !Array.isArray(parsed[0])) throw new BadPosition(text)
  return { values: parsed[0], window: parsed[1] ?? null, passed: parsed[2] ?? 0 } as ListState
}

/** A walk by states, which `read` leaves in `pagination.next`. */
const byState: Paging = {
  isByNumber: false,
  begin: () => null,
  query: () => '',
  next: (_stop, { next }, count) => (typeof next === 'string' ? { page: next, size: count } : null),
  prefix: () => '',
  total: ({ total }) => (typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : null)
}

/** Followers go on by a time, where the source does too. */
const byStateOfTime: Paging = {
  ...byState,
  isByNumber: true,
  begin: byTime.begin,
  total: (pagination) => byState.total(pagination) ?? 0,
  prefix: ({ page, shown }, { next }) => {
    const time = /^"?(\d{1,15})"?$/.exec(String((shown === 0 ? null : next) ?? page ?? ''))?.[1]
    return time ?? '0'
  }
}

/** Whether a page of a list is named by a time, as REST has it. */
export const isByTime = (name: OperationName): boolean => name === 'listUserFollowers'

export const pagingFor = (name: OperationName): Paging =>
  isByTime(name) ? byStateOfTime : name === 'listSoundLibrary' ? byNumber : byState

/** Whether a list is read by the number of its page. */
export const isByPage = (name: OperationName): boolean => rowOf(name).takes.includes('page')
