import type { RowChange, RowRead } from '../tables/row-statements.ts'
import { type Statement, statement } from './database.ts'

const arraysOf = ({ types }: RowRead | RowChange): string =>
  `unnest(${Object.values(types).map((type, index) => `$${index + 1}::${type}[]`)})`

// Quoted, because a name may be a keyword.
const quoted = (name: string): string => `"${name}"`
const parameter = (name: string): string => `given.${quoted(name)}`

/** Rows for each parameter row, whose number from 1 is the last column. */
export const readStatement = (read: RowRead): Statement =>
  statement(`SELECT found.*, given.number FROM ${arraysOf(read)} WITH ORDINALITY AS given (${Object.keys(read.types).map(quoted)}, number)
  CROSS JOIN LATERAL (${read.text(parameter)}) found${read.order === '' ? '' : ` ORDER BY given.number, ${read.order}`}`)

export const changeStatement = (change: RowChange): Statement =>
  statement(
    change.text(
      parameter,
      (keyword) => `${keyword} ${arraysOf(change)} AS given (${Object.keys(change.types).map(quoted)})`
    )
  )
