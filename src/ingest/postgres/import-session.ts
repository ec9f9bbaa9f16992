import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { placeOf } from '../../core/config/data-location.ts'
import { CommandError } from '../../core/errors.ts'
import { connect, describedError } from '../../store/postgres/client.ts'
import { statement } from '../../store/postgres/database.ts'
import { PostgresFault } from '../../store/postgres/faults.ts'
import { lockForImport } from '../../store/postgres/import-lock.ts'
import { storeOf } from '../../store/postgres/migrate.ts'
import { checkVersion, schemaName } from '../../store/postgres/version.ts'
import { summarize } from '../../store/tables/summary.ts'
import { isSummarized } from '../derived/keep-summary.ts'
import { addUpPosts, claimHandles, countRows, namedHashtags, readCounts } from '../merge/derived.ts'
import type { ImportProgress, ImportSession, OnProgress, RowCounts } from '../merge/merge-store.ts'
import { WouldReplace } from '../merge/replaced.ts'
import { removalColumns } from '../removal/removal-statements.ts'
import { analyzeGrown } from './analyze-grown.ts'
import { contentsIn } from './copy.ts'
import { waitingTables } from './merge-statements.ts'
import { postgresMergeStore } from './merge-store.ts'
import { dropFormer, dropNext, isNextThere, makeNext, nextSchema, putNextInPlace } from './replacing.ts'
import { ofBatches, Writing } from './writing.ts'

export type SessionOptions = {
  /** URL with write access. */
  url: string
  /** Starts a new data set even if one exists. */
  replaces: boolean
  /** As in a file. */
  replacesSeedUpTo?: number | undefined
  /** Resumes an interrupted import. Throws `CommandError` without one. */
  resumes: boolean
  /** As in a file. */
  amends?: boolean
}

/**
 * Imports into PostgreSQL. Readers of existing data see each batch at once, and lists, ranks and search at the end; replacing data is
 * written beside it and exchanged in one step. A failure leaves the state of the last batch.
 */
export const mergeIntoPostgres = async ({ url, ...options }: SessionOptions): Promise<ImportSession> => {
  const place = placeOf(url)
  let client: Client | undefined
  try {
    client = await connect(url)
    await client.query(`SET search_path = ${schemaName}`)
    await refuseReadersOnly(client, place)
    await lockForImport(client, place)
    const store = await storeOf(client)
    if (store === null) throw new PostgresFault('unmade')
    checkVersion(store.version)
    return await begun(client, { store, place, ...options })
  } catch (error) {
    await client?.end().catch(() => {})
    throw describedError(error)
  }
}

const begun = async (
  client: Client,
  {
    store,
    place,
    replaces,
    resumes,
    amends = false,
    replacesSeedUpTo = Number.POSITIVE_INFINITY
  }: Omit<SessionOptions, 'url'> & { store: { partitions: number }; place: string }
): Promise<ImportSession> => {
  const writing = new Writing(client)
  await dropFormer(client)
  const contents = replaces || amends ? null : await contentsIn(client)
  const replacesMadeUp = contents?.isMadeUp === true
  if (replacesMadeUp && !resumes && (contents.posts ?? 0) > replacesSeedUpTo) throw new WouldReplace(place, contents)
  const isBegun = await isNextThere(client)
  const isNew = replaces || replacesMadeUp || (resumes && isBegun)
  const dropsInterrupted = isBegun && !resumes && !amends && (await isInterrupted(writing))
  // Leftovers of an import that is not resumed.
  if (isBegun && !resumes && !amends) await dropNext(client)
  if (isNew && resumes && !isBegun) throw nothingToResume(place)
  if (isNew && !resumes) await writing.transaction(() => makeNext(client, store.partitions))
  if (isNew) await client.query(`SET search_path = ${nextSchema}; ${keepRemovals}`)
  else await prepare(writing)
  const [row] = resumes ? await writing.rows(unfinishedImport) : []
  if (resumes && row === undefined) throw nothingToResume(place)
  for (const sql of waitingTables) await writing.run(sql)
  const [size] = await writing.rows(anySize)
  return new PostgresImportSession(client, writing, {
    // An empty search index is built as a whole later.
    store: await postgresMergeStore(writing, { isNew, notesStale: size !== undefined }),
    pk: row === undefined ? null : Number(row[0]),
    interrupted:
      row === undefined
        ? null
        : {
            inputs: JSON.parse(String(row[1])),
            passed: Number(row[2]),
            counts: JSON.parse(String(row[3])),
            isComplete: false
          },
    ...{ place, isNew, amends, replacesMadeUp, dropsInterrupted }
  })
}

const unfinishedImport = statement(
  'SELECT pk, inputs, passed, counts FROM imports WHERE finished_at IS NULL ORDER BY pk DESC LIMIT 1'
)
const anySize = statement('SELECT 1 FROM search_sizes LIMIT 1')
/** What was removed stays removed in the data set that takes the place of this one. */
const keepRemovals = `INSERT INTO ${nextSchema}.removals (${removalColumns})
  SELECT ${removalColumns} FROM ${schemaName}.removals ON CONFLICT DO NOTHING`
/** Of a data set that replaces another. */
const interruptedNext = statement(`SELECT 1 FROM ${nextSchema}.imports WHERE finished_at IS NULL AND passed > 0`)
const rights = statement(`SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS standby,
  NOT has_table_privilege(to_regclass('all_posts'), 'INSERT') AS reader`)
const isMadeAtOnce = statement('SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM imports) AND EXISTS (SELECT 1 FROM users)')
const claimedHandles = statement(claimHandles)
const addedUpPosts = statement(addUpPosts)
const hashtagsByName = statement(namedHashtags)
const beginImport = statement(`INSERT INTO imports (pk, inputs, passed, counts, started_at)
  SELECT coalesce(max(pk), 0) + 1, $1, 0, $2, extract(epoch FROM now())::bigint FROM imports RETURNING pk`)
const noteProgress = statement('UPDATE imports SET passed = $1, counts = $2 WHERE pk = $3')
const endImport = statement(
  'UPDATE imports SET finished_at = extract(epoch FROM now())::bigint, counts = $1 WHERE pk = $2'
)
const forgetEmptyImport = statement(
  'DELETE FROM imports WHERE pk = $1 AND passed = 0 AND finished_at IS NULL RETURNING pk'
)
const forgetGeneration = statement('DELETE FROM generation')
const noteGeneration = statement('INSERT INTO generation VALUES ($1)')
const summarizing = summarize.map((text) => statement(text))
const summarized = statement(isSummarized)
const countedRows = statement(countRows)

/** Whether there is an interrupted import that can be resumed. */
const isInterrupted = async (writing: Writing): Promise<boolean> => (await writing.rows(interruptedNext)).length > 0

const nothingToResume = (place: string) =>
  new CommandError(`No import into ${place} was interrupted: omit --resume to start one.`)

/** Reported before reading. */
const refuseReadersOnly = async (client: Client, place: string): Promise<void> => {
  const { rows } = await client.query<{ standby: boolean; reader: boolean | null }>(rights)
  if (rows[0]?.standby) throw new CommandError(`${place} is read-only, probably a replica: name its primary.`)
  if (rows[0]?.reader)
    throw new CommandError(`This user has no write access to the tables at ${place}: import as their owner.`)
}

/** As for a file. */
const prepare = async (writing: Writing): Promise<void> => {
  const [summary] = await writing.rows(summarized)
  if (summary === undefined)
    await writing.transaction(async () => {
      for (const each of summarizing) writing.send(each)
    })
  const [made] = await writing.rows(isMadeAtOnce)
  if (made === undefined) return
  await writing.transaction(async () => {
    writing.send(claimedHandles)
    writing.send(addedUpPosts)
    const hashtags = await writing.rows(hashtagsByName)
    const names = new Map<string, number>()
    for (const [pk, name] of hashtags) if (!names.has(String(name))) names.set(String(name), Number(pk))
    writing.copy('hashtag_names', ['name', 'hashtag_pk'], names)
  })
}

type Begun = {
  store: ImportSession['store']
  pk: number | null
  interrupted: ImportSession['interrupted']
  place: string
  isNew: boolean
  amends: boolean
  replacesMadeUp: boolean
  dropsInterrupted: boolean
}

class PostgresImportSession implements ImportSession {
  readonly store: ImportSession['store']
  readonly interrupted: ImportSession['interrupted']
  readonly replacesMadeUp: boolean
  readonly dropsInterrupted: boolean
  readonly #client: Client
  readonly #writing: Writing
  readonly #place: string
  #isNew: boolean
  readonly #amends: boolean
  /** Row of this import. */
  #pk: number | null

  constructor(client: Client, writing: Writing, begun: Begun) {
    this.#client = client
    this.#writing = writing
    this.store = begun.store
    this.interrupted = begun.interrupted
    this.replacesMadeUp = begun.replacesMadeUp
    this.dropsInterrupted = begun.dropsInterrupted
    this.#place = begun.place
    this.#isNew = begun.isNew
    this.#amends = begun.amends
    this.#pk = begun.pk
  }

  async begin(inputs: unknown, counts: unknown): Promise<void> {
    if (this.#pk !== null) return
    await this.#noted(async () => {
      const [row] = await this.#writing.rows(beginImport, JSON.stringify(inputs), JSON.stringify(counts))
      this.#pk = Number(row?.[0])
    })
  }

  batch(work: () => Promise<void>, progress: () => ImportProgress): Promise<void> {
    return this.#noted(() =>
      this.#writing.transaction(async () => {
        await analyzeGrown(this.#writing, 2)
        await work()
        const { passed, counts } = progress()
        this.#writing.send(noteProgress, passed, JSON.stringify(counts), this.#pk)
      }, ofBatches)
    )
  }

  finish(onStep: OnProgress, counts: unknown): Promise<RowCounts> {
    return this.#noted(async () => {
      const writing = this.#writing
      const { refreshDerived } = await import('./derived-refresh.ts')
      await analyzeGrown(writing, 1.1)
      await refreshDerived(writing, onStep, { isWhole: this.#isNew || this.#amends })
      await writing.transaction(async () => {
        writing.send(forgetGeneration)
        writing.send(noteGeneration, randomUUID())
        writing.send(endImport, JSON.stringify(counts), this.#pk)
      })
      await analyzeGrown(writing, 1.1)
      const [counted = []] = await writing.rows(countedRows)
      if (this.#isNew) {
        await writing.transaction(() => putNextInPlace(this.#client))
        this.#isNew = false
        await dropFormer(this.#client)
      }
      return readCounts(counted)
    })
  }

  async close(): Promise<void> {
    try {
      const forgotten = await this.#writing.rows(forgetEmptyImport, this.#pk)
      const isEmpty = this.#pk === null || forgotten.length > 0
      if (this.#isNew && isEmpty) await dropNext(this.#client)
    } catch {
      // The database is gone, which was reported.
    }
    // Closing the connection releases the lock.
    await this.#client.end().catch(() => {})
  }

  async #noted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw refusalOf(error, this.#place)
    }
  }
}

/** Errors that the user can do something about. */
const refusalOf = (error: unknown, place: string): unknown => {
  const problem = describedError(error)
  if (!(problem instanceof CommandError)) return problem
  const text = `Writing to ${place} failed: ${problem.message}. What was read so far is kept: use --resume once writing works again.`
  return new CommandError(text, { cause: error })
}
