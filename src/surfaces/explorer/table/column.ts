import type { ComponentChild } from 'preact'

/** A column of a table: how it is shown, sorted and exported. */
export type ShownColumn<Row> = {
  /** Its name in exports and addresses, in snake_case. */
  id: string
  title: string
  /** Explains the values, if the title does not. */
  meaning?: string
  /** The plain value, for sorting and export; null if it is unknown. Times are Unix seconds. */
  value: (row: Row) => string | number | boolean | null
  /** The shown content, by default the value. An unknown value is shown as a dash. */
  cell?: (row: Row) => ComponentChild
  /** Numbers are aligned to the end of their cells, and sort largest first. */
  isNumber?: boolean
  /** Whether to mark the highest known value as the best. */
  isBetterWhenHigher?: boolean
  /** Whether the column is only in exports. */
  isHidden?: boolean
}

/** Columns of a part of each row; their values are unknown if a row lacks the part. */
export const columnsOf = <Row, Part>(
  columns: readonly ShownColumn<Part>[],
  partOf: (row: Row) => Part | null
): readonly ShownColumn<Row>[] =>
  columns.map(({ value, cell, ...rest }) => ({
    ...rest,
    value: (row) => {
      const part = partOf(row)
      return part === null ? null : value(part)
    },
    ...(cell !== undefined && {
      cell: (row: Row) => {
        const part = partOf(row)
        return part === null ? null : cell(part)
      }
    })
  }))

/** The highest known value of a column; null if all known values are equal, or only one is known. */
export const highestOf = <Row>(rows: readonly Row[], { value }: ShownColumn<Row>): number | null => {
  const known = rows.map(value).filter((number) => typeof number === 'number')
  const highest = Math.max(...known)
  return known.some((number) => number < highest) ? highest : null
}

/** The order of a table: the column's id, and its direction. */
export type TableOrder = { column: string; isDescending: boolean }

/** Compares two values for an order; unknown ones come last in both directions. */
const compare = (a: string | number | boolean | null, b: string | number | boolean | null, sign: 1 | -1): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b))
}

/** The rows, sorted in the page. Equal rows keep their order. */
export const inOrder = <Row>(
  rows: readonly Row[],
  columns: readonly ShownColumn<Row>[],
  order: TableOrder | null
): readonly Row[] => {
  const column = columns.find(({ id }) => id === order?.column)
  if (column === undefined || order === null) return rows
  return rows.toSorted((a, b) => compare(column.value(a), column.value(b), order.isDescending ? -1 : 1))
}

/** The rows for an export, with the ids of columns as names. */
export const tableRows = <Row>(rows: readonly Row[], columns: readonly ShownColumn<Row>[]) =>
  ({
    from: 'here',
    columns: columns.map(({ id }) => id),
    values: () => rows.map((row) => columns.map(({ value }) => value(row)))
  }) as const
