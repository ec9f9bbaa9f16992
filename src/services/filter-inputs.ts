import { invalidParam } from '../core/errors.ts'
import { keysOf } from '../core/keys-of.ts'
import { type PostSorting, postOrders, type Sorting, type UserSorting, userOrders } from '../engines/filters/fields.ts'
import { readPostFilter, readUserFilter } from '../engines/filters/filters.ts'
import type { Condition } from '../engines/filters/query.ts'
import type { Input } from './input.ts'

/** The inputs of lists that are filtered and sorted. REST has none of them. */

const filterOf = (
  what: string,
  example: string,
  read: (raw: unknown, param: string) => Condition | null
): Input<Condition | null> => ({
  schema: { type: 'object' },
  description: `Which ${what} to list. Conditions of one filter must all be met; an unknown number meets none, nor a negation of one.`,
  example,
  required: false,
  read
})

export const postFilter = filterOf('posts', '{"plays":{"min":100000}}', readPostFilter)
export const userFilter = filterOf('creators', '{"followers":{"min":10000}}', readUserFilter)

const orderOf = <T extends string>(orders: Readonly<Record<T, unknown>>, example: T): Input<Sorting<T> | null> => {
  const names = keysOf(orders)
  const sortings = names.flatMap((name): Sorting<T>[] => [name, `-${name}`])
  return {
    schema: { type: 'string', enum: sortings },
    description: 'Order of the list, reversed after a minus; unknown numbers come last.',
    example,
    required: false,
    read(raw, param) {
      if (raw === undefined || raw === null) return null
      const known = sortings.find((sorting) => sorting === raw)
      if (known === undefined) throw invalidParam(param, `must be one of ${names.join(', ')}, or one after a minus`)
      return known
    }
  }
}

export const postOrder: Input<PostSorting | null> = orderOf(postOrders, 'PLAYS')
export const userOrder: Input<UserSorting | null> = orderOf(userOrders, 'FOLLOWERS')
