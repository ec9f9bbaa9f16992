import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** A statement with the steps of its plan, and how often it ran. */
export type Planned = { sql: string; steps: readonly string[]; runs: number }

export const stepsOf = (db: DatabaseSync, sql: string): string[] =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail))

/**
 * Steps of a plan that read all of something; a list, or one key, that came with the statement is what was asked for. A search without an index is one
 * for a maximum, and looks at every row.
 */
const wholeRead =
  /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES|\w+ VIRTUAL TABLE|\(subquery|(asked|generation|about|few|sqlite_schema)\b)|^SEARCH (?!known|.* USING )/

/** The queue of stale scores is read from its beginning, up to a limit. */
const isBeginning = (sql: string) => /^SELECT \w+ FROM \w+ ORDER BY \w+ LIMIT \?$/.test(sql)

export const scansOf = ({ sql, steps }: Pick<Planned, 'sql' | 'steps'>): string[] =>
  isBeginning(sql) ? [] : steps.filter((step) => wholeRead.test(step))

const running = ['get', 'all', 'run', 'iterate'] as const

/** Plans, as of their preparation, of everything that any connection of this process prepares while work is done. */
export const plansDuring = async (work: () => Promise<unknown>): Promise<Planned[]> => {
  const { prepare } = DatabaseSync.prototype
  const planned = new Map<string, { sql: string; steps: string[]; runs: number }>()
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql)
    if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql)) return statement
    const steps = prepare
      .call(this, `EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
    const known = planned.get(sql) ?? { sql, steps: [], runs: 0 }
    known.steps.push(...steps)
    planned.set(sql, known)
    for (const name of running) {
      const run = statement[name].bind(statement) as (...values: unknown[]) => unknown
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          known.runs += 1
          return run(...values)
        }
      })
    }
    return statement
  }
  try {
    await work()
  } finally {
    DatabaseSync.prototype.prepare = prepare
  }
  return [...planned.values()]
}
