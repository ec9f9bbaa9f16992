import { ApiError } from '../core/errors.ts'
import { growthNumbers, type PostOrder, postOrders } from '../filters/fields.ts'
import type { Condition } from '../filters/query.ts'

const isGrowth = (number: string): boolean => growthNumbers.some((name) => name === number)

const asksForGrowth = (condition: Condition): boolean => {
  if ('all' in condition) return condition.all.some(asksForGrowth)
  if ('any' in condition) return condition.any.some(asksForGrowth)
  return 'number' in condition && isGrowth(condition.number)
}

/** Throws `UNSUPPORTED` for a filter or an order by growth of posts that are read as records: a record does not say what its counts were. */
export const refuseGrowth = (where: Condition | null, order: PostOrder | null): void => {
  const isOrdered = order !== null && isGrowth(postOrders[order].column)
  if (!isOrdered && (where === null || !asksForGrowth(where))) return
  const reason =
    'growth comes from the counts over time of a data set, and search results and lists of another deployment have only the counts of now'
  throw new ApiError('UNSUPPORTED', `This list has no growth to filter or sort by: ${reason}.`, {
    details: { reason },
    isExpected: true
  })
}
