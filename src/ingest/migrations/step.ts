import type { Cells } from '../../store/tables/columns.ts'
import type { SqlParameter } from '../../store/tables/row-statements.ts'

/** The tables that a step changes, in either database. Statements are in SQLite's words; PostgreSQL gets its own types. */
export type MigratedTables = {
  /** Commands, such as CREATE TABLE, ALTER TABLE, INSERT … SELECT. Views are gone meanwhile. */
  run(sql: string): Promise<void>
  rows(sql: string): Promise<readonly Cells[]>
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlParameter[])[]): Promise<void>
}

/**
 * What brings tables of the version before to those of `number`. A step that was released never changes, so it names tables and columns by
 * itself and takes nothing from today's declarations.
 */
export type MigrationStep = {
  readonly number: number
  /** Shown while it runs. */
  readonly what: string
  /** Whether all that is computed from rows is stale afterwards, and made anew after the last step. */
  readonly makesAnew?: true
  run(tables: MigratedTables, onProgress: (done: number, total: number) => void): Promise<void>
}
