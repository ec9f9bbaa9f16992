import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Config, ConfigError, isLoopback } from '../core/config/config.ts'
import type { DataOf, SourceAccess } from '../core/config/data-location.ts'
import { fileProblem } from '../core/file-problem.ts'
import type { Log } from '../core/log.ts'
import { loadOptional } from '../core/optional-package.ts'
import { liveRecords } from '../ingest/live-records.ts'
import { Budget } from '../store/source/budget.ts'
import { openCallFile } from '../store/source/call-file.ts'
import { LiveSource, type LiveSourceOptions } from '../store/source/live-source.ts'
import { readTable, secretsOf } from '../store/source/read-table.ts'
import type { BudgetRule, SourceTable } from '../store/source/table.ts'
import { builtInTables } from '../store/source/tables/built-in.ts'
import type { SourceBudget } from '../store/source.ts'

type Wiring = Pick<LiveSourceOptions, 'connections' | 'observe' | 'measurePool' | 'onGiven' | 'since' | 'values'> & {
  log: Log
  now: () => number
  complain: (problem: string) => void
}

/** Settings with the secrets of a table. */
const settingOf = {
  SOURCE_KEY: 'key',
  SOURCE_CLIENT_KEY: 'clientKey',
  SOURCE_CLIENT_SECRET: 'clientSecret'
} as const satisfies Readonly<Record<string, keyof SourceAccess>>

/** The table that DATA_URL names. Throws `ConfigError` with all problems of the table. */
export const loadTable = (name: string): SourceTable => {
  const known = builtInTables.find((table) => table.name === name)
  if (known !== undefined) return known
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    const names = builtInTables.map(({ name }) => name).join(', ')
    throw new ConfigError([
      `DATA_URL names ${name}, which is no built-in source (${names}), and no file to read: ${fileProblem(error)}`
    ])
  }
  const { table, problems } = readTable(text)
  if (table === null) throw new ConfigError(problems.map((problem) => `${name}: ${problem}`))
  return table
}

/** A live source, whose calls are counted in the store shared by all its processes. */
export const openLiveSource = async (
  { table: name, access }: DataOf<'source'>,
  config: Config,
  wiring: Wiring
): Promise<LiveSource> => {
  const table = loadTable(name)
  const secrets = Object.fromEntries(
    Object.entries(settingOf).map(([setting, field]) => [`env.${setting}`, access[field] ?? undefined])
  )
  const problems = secretsOf(table)
    .filter((secret) => secrets[secret] === undefined)
    .map((secret) => `${secret.slice('env.'.length)} must be set: the source ${table.name} needs it`)
  const isForOne = isLoopback(config.host) && config.keyFile === null && config.gatewayKeys.length <= 1
  if (table.redistribution === false && !isForOne && !access.mayShare) {
    problems.push(
      `the source ${table.name} forbids to pass its records on: serve one key of GATEWAY_KEYS on 127.0.0.1, or set SOURCE_SHARING=allowed if your licence lets others use them`
    )
  }
  if (problems.length > 0) throw new ConfigError(problems)
  const url = access.url ?? new URL(table.url)
  const budget = table.budget && (await openBudget(table.name, table.budget, url, access, config, wiring))
  return new LiveSource({ ...wiring, table, url, secrets, reader: liveRecords, budget: budget ?? null })
}

/** Used shares of a budget that are logged. */
const noted = [0.5, 0.8, 0.95, 1]

const openBudget = async (
  source: string,
  declared: BudgetRule,
  url: URL,
  access: SourceAccess,
  { cache }: Config,
  { log, now, complain }: Pick<Wiring, 'log' | 'now' | 'complain'>
): Promise<Budget> => {
  const rule = { ...declared, calls: access.calls ?? declared.calls }
  // Identifies the account by a hash, so that the file does not show it.
  const owner = createHash('sha256')
    .update(JSON.stringify([source, url.href, access.key, access.clientKey]))
    .digest('hex')
    .slice(0, 16)
  const redis = cache.kind === 'redis' ? cache.url : access.callUrl
  const counter =
    redis === null
      ? openFile(access.callFile, now())
      : (await loadOptional('Redis', () => import('../cache/redis-calls.ts'))).openRedisCalls(redis, complain, now)
  let share = 0
  const observe = ({ source, used, limit, resetsAt }: SourceBudget) => {
    const reached = noted.findLast((threshold) => used >= limit * threshold) ?? 0
    if (reached > share)
      log.warn({ source, used, limit, resetsAt: new Date(resetsAt).toISOString() }, 'calls of the source are used')
    share = reached
  }
  const budget = new Budget({ source, rule, owner, counter, now, observe })
  await budget.load()
  return budget
}

const openFile = (path: string, now: number) => {
  try {
    return openCallFile(path, now)
  } catch (error) {
    throw new ConfigError([`the calls of the source cannot be counted in ${path}: ${fileProblem(error)}`])
  }
}
