import type { ColumnNames } from './column-names.ts'
import { type FieldColumn, type PostMapping, withColumns } from './complete.ts'
import { formatFrom, type TableFormat } from './format.ts'
import type { Fields } from './read-value.ts'
import { pathOf, valueAt } from './readings.ts'

/** Column of the user's tables for each field. */
export type ColumnsByField = Readonly<Record<string, string>>

/** The columns that a user names, for all files of an import. */
export class UserColumns {
  readonly #byField: ColumnsByField
  /** Column names that no record had so far. */
  readonly unseen: Set<string>

  constructor(byField: ColumnsByField) {
    this.#byField = byField
    this.unseen = new Set(Object.values(byField))
  }

  /** Whether a record has any of the columns. */
  areIn(element: Fields): boolean {
    let isThere = false
    for (const column of Object.values(this.#byField)) {
      if (element[column] === undefined && valueAt(element, pathOf(column)) === undefined) continue
      isThere = true
      if (this.unseen.size === 0) return true
      this.unseen.delete(column)
    }
    return isThere
  }

  /** A format that reads these columns first. */
  formatFor(mapping: PostMapping, names: ColumnNames): TableFormat {
    const columns = Object.entries(this.#byField).flatMap(([name, column]): FieldColumn[] => {
      const field = names.fields.get(name)
      // A column may have dots in its name.
      return field === undefined ? [] : [pathOf(column), [column]].map((path) => ({ field, path }))
    })
    return formatFrom(withColumns(mapping, names, columns, true))
  }
}
