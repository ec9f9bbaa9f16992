import { unsupported } from '../core/errors.ts'
import { growthNumbers, type PostSorting, postOrders, readSorting } from '../engines/filters/fields.ts'
import type { Condition } from '../engines/filters/query.ts'

const isGrowth = (number: string): boolean => growthNumbers.some((name) => name === number)

const someOf = (condition: Condition, isSuch: (single: Condition) => boolean): boolean => {
  if ('all' in condition) return condition.all.some((part) => someOf(part, isSuch))
  if ('any' in condition) return condition.any.some((part) => someOf(part, isSuch))
  return isSuch(condition)
}

const asksForGrowth = (where: Condition): boolean =>
  someOf(where, (condition) => 'number' in condition && isGrowth(condition.number))

const asksForAuthors = (where: Condition): boolean =>
  someOf(
    where,
    (condition) =>
      'author' in condition &&
      someOf(condition.author, (ofAuthor) => !('number' in ofAuthor && ofAuthor.number === 'verified'))
  )

const notInList = (what: string, reason: string) => unsupported(`This list has no ${what} to filter or sort by`, reason)

/** Throws `UNSUPPORTED` for a filter or an order by facts that records of posts lack: earlier counts, and facts of authors other than the badge. */
export const refuseUnread = (where: Condition | null, order: PostSorting | null): void => {
  if (
    (order !== null && isGrowth(postOrders[readSorting(order).order].column)) ||
    (where !== null && asksForGrowth(where))
  ) {
    const reason =
      'growth comes from the counts over time of a data set, and search results and lists of a source without a graph have only the counts of now'
    throw notInList('growth', reason)
  }
  if (where !== null && asksForAuthors(where)) {
    const reason =
      'search results and lists of a source without a graph say of an author only the handle and whether the account is verified'
    throw notInList('numbers of authors', reason)
  }
}
