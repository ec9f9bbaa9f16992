import { existsSync, statSync } from 'node:fs'
import { commandLine } from '../../core/command-line.ts'
import type { Config } from '../../core/config/config.ts'
import { type DataOf, placeOf } from '../../core/config/data-location.ts'
import { canStepFrom } from '../../ingest/migrations/steps.ts'
import { versionOfFile } from '../../store/sqlite/data-file.ts'
import type { DatasetProvenance } from '../../store/tables/import-sources.ts'
import { schemaVersion } from '../../store/tables/schema-version.ts'
import type { UpstreamFault } from '../../store/upstream/faults.ts'
import { bracketed, type DoctorFinding, messageOf } from './finding.ts'
import { writableFolder } from './writable-folder.ts'

const seedCommand = commandLine('seed')

export const dataset = async ({ path, sample }: DataOf<'sqlite'>): Promise<DoctorFinding> => {
  const what = 'data'
  if (!existsSync(path)) {
    if (sample === null) {
      return {
        state: 'wrong',
        what,
        found: `${path} does not exist`,
        todo: `Correct DATA_URL, or create a data set there: ${seedCommand}`
      }
    }
    const folder = writableFolder(path)
    if (folder === null)
      return { state: 'note', what, found: `no data set yet; ${commandLine('serve')} creates one in ${path}` }
    return {
      state: 'wrong',
      what,
      found: `no data set yet, and ${folder} is not writable`,
      todo: `Allow this user to write to ${folder}.`
    }
  }
  const { openSqlite } = await import('../../store/sqlite/sqlite.ts')
  const version = versionOfFile(path)
  if (canStepFrom(version)) {
    const todo = `${commandLine('serve')} and import bring them to version ${schemaVersion} when they start; so does: ${commandLine(`migrate --into ${path}`)}`
    return { state: 'note', what, found: `${path} has tables of version ${version}`, todo }
  }
  let isSampleData: boolean
  try {
    const source = openSqlite({ path, mediaBase: () => '' })
    await source.ready(AbortSignal.timeout(1_000))
    isSampleData = source.isSampleData?.() === true
    await source.close()
  } catch (error) {
    return { state: 'wrong', what, ...parts(error) }
  }
  const megabytes = (statSync(path).size / 1024 ** 2).toFixed(1)
  return {
    state: 'ok',
    what,
    found: `the data set ${path} (${megabytes} MiB) is readable${isSampleData ? ': sample data, invented' : ''}`
  }
}

/** Messages about unreadable data have the remedy after a semicolon. */
const parts = (error: unknown, before = ''): Pick<DoctorFinding, 'found' | 'todo'> => {
  const [found = '', ...rest] = messageOf(error).split('; ')
  const todo = rest.length === 0 ? `Create it again: ${seedCommand}` : rest.join('; ')
  return { found: before + found, todo: todo.charAt(0).toUpperCase() + todo.slice(1) }
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Provenance of the data, and whether an import is running. */
type ImportState = DatasetProvenance & { isImporting: boolean }

/** Provenance of a data file. */
export const provenanceOfFile = async (path: string): Promise<ImportState> => {
  const { isImporting } = await import('../../store/sqlite/import-lock.ts')
  const { FileSnapshot } = await import('../../store/sqlite/snapshot.ts')
  const { readProvenance } = await import('../../store/tables/import-sources.ts')
  // Checked before and after, because an import may end or begin during the read.
  const before = isImporting(path)
  const data = new FileSnapshot(path)
  try {
    const known = await readProvenance((sql) => data.rows(sql))
    return { ...known, isImporting: before || isImporting(path) }
  } finally {
    data.close()
  }
}

/** Provenance of data in PostgreSQL. */
export const provenanceOfPostgres = async (url: string): Promise<ImportState> => {
  const { openSnapshot } = await import('../../store/postgres/snapshot.ts')
  const { readProvenance } = await import('../../store/tables/import-sources.ts')
  const snapshot = await openSnapshot(url)
  try {
    const before = await snapshot.isImporting()
    const known = await readProvenance((sql) => snapshot.rows(sql))
    return { ...known, isImporting: before || (await snapshot.isImporting()) }
  } finally {
    await snapshot.close()
  }
}

/** Sources of the rows, their collection time, and whether all of them are searchable. Nothing for unreadable data. */
export async function* sources(read: Promise<ImportState>): AsyncGenerator<DoctorFinding, void, undefined> {
  const what = 'sources'
  let known: ImportState
  try {
    known = await read
  } catch {
    // The data check has already reported the error.
    return
  }
  if (known.sourceCount > 0) {
    const more = known.sourceCount - known.sources.length
    const names = `${known.sources.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    const { collected, importedAt } = known
    const when = collected === null ? '' : `, collected from ${day(collected.from)} to ${day(collected.to)}`
    yield {
      state: 'ok',
      what,
      found: `${names}${when}${importedAt === null ? '' : `; last import on ${day(importedAt)}`}`
    }
  }
  if (known.interruptedAt !== null) {
    const found = `an import that started on ${day(known.interruptedAt)} has not finished`
    yield {
      state: 'note',
      what,
      found,
      todo: `If it is no longer running, resume it: ${commandLine('import --resume')}`
    }
  }
  if (known.unsearched > 0) yield staleSearch(known)
}

/** A running import updates search at its end. */
const staleSearch = ({ unsearched, isImporting, interruptedAt }: ImportState): DoctorFinding => {
  const goOn = commandLine(interruptedAt === null ? 'import FILE' : 'import --resume')
  return {
    state: isImporting ? 'note' : 'wrong',
    what: 'search',
    found: `the search index is outdated for ${unsearched} ${unsearched === 1 ? 'row' : 'rows'}`,
    todo: isImporting ? 'Wait until the running import has finished.' : `Refresh it by an import: ${goOn}`
  }
}

/** Checks one PostgreSQL server. */
export const postgres = async (url: string): Promise<DoctorFinding> => {
  const what = 'data'
  const shown = placeOf(url)
  const { openPostgres } = await import('../../store/postgres/postgres.ts')
  const source = openPostgres({ urls: [url], mediaBase: () => '' })
  const began = performance.now()
  try {
    await source.ready(AbortSignal.timeout(postgresMs))
    const ms = Math.round(performance.now() - began)
    return { state: 'ok', what, found: `PostgreSQL at ${shown} answers and has the tables of this version (${ms} ms)` }
  } catch (error) {
    return { state: 'wrong', what, ...parts(error, `${shown}: `) }
  } finally {
    await source.close()
  }
}

const postgresMs = 5_000
const upstreamMs = 10_000

/** Whether DATA_URL is the address of this server itself. */
export const isServerItself = ({ url }: { url: URL }, { host, port }: Config): boolean =>
  url.origin === `http://${bracketed(host)}:${port}`

export const serverItself: DoctorFinding = {
  state: 'wrong',
  what: 'data',
  found: 'DATA_URL names this server itself',
  todo: 'Name the deployment that has the data.'
}

export const upstream = async (data: { url: URL; key: string | null }): Promise<DoctorFinding> => {
  const what = 'data'
  const { openUpstream } = await import('../../store/upstream/upstream.ts')
  const { UpstreamFault } = await import('../../store/upstream/faults.ts')
  const source = openUpstream({ ...data, connections: 1 })
  const began = performance.now()
  try {
    await source.ready(AbortSignal.timeout(upstreamMs))
    const ms = Math.round(performance.now() - began)
    return {
      state: 'ok',
      what,
      found: `the upstream ${data.url.origin} answers, matches the contract and accepts the key (${ms} ms)`
    }
  } catch (error) {
    const advice = advices(data)
    const fault = Object.keys(advice).find((name) =>
      messageOf(error).startsWith(new UpstreamFault(name as FaultName).message)
    )
    return { state: 'wrong', what, found: messageOf(error), todo: advice[(fault ?? 'unreachable') as FaultName] }
  } finally {
    await source.close()
  }
}

/** Checks only the table, because a call would use the budget of the source. */
export const liveSource = async (table: string): Promise<DoctorFinding> => {
  const what = 'data'
  try {
    const { loadTable } = await import('../../host/live-source.ts')
    const { name, operations } = loadTable(table)
    const found = `the table of the source ${name} is valid and has ${Object.keys(operations).length} operations`
    return { state: 'ok', what, found }
  } catch (error) {
    return { state: 'wrong', what, found: messageOf(error), todo: 'docs/sources.md has every key of a table.' }
  }
}

type FaultName = ConstructorParameters<typeof UpstreamFault>[0]

/** Advice for each fault of the upstream. */
export const advices = ({ url, key }: { url: URL; key: string | null }): Record<FaultName, string> => ({
  unreachable: `Start the deployment at ${url.origin}, check that this machine can reach it, or correct DATA_URL.`,
  tls: 'Name the certificate of its authority in NODE_EXTRA_CA_CERTS, or correct https, host and port of DATA_URL.',
  broken: `Check why ${url.origin}, or a proxy in between, closes connections in the middle of a response.`,
  slow: `Check why ${url.origin} or the network is slow; responses must start within two seconds.`,
  contract: 'DATA_URL must be the part before /api/v1 in the URLs of a deployment with the same contract.',
  version: 'Use the clipgraph version of the upstream, or update the upstream to this version.',
  key:
    key === null
      ? 'Set UPSTREAM_KEY to a key that it accepts; none is set.'
      : 'Set UPSTREAM_KEY to a key that it accepts.',
  forbidden: `Check why ${url.origin}, or a firewall in between, answers calls with status 403.`,
  busy: 'Wait a moment and check again. If this persists, the upstream is overloaded or limits this client.',
  limited: 'Wait a moment and check again, or get a key with a higher limit.',
  resting: 'Wait a moment and check again.',
  down: 'Wait until the source works again.',
  table: 'Correct the table of the source; docs/sources.md has every key of it.',
  credentials: 'Check SOURCE_KEY, or SOURCE_CLIENT_KEY and SOURCE_CLIENT_SECRET, and what they may read.',
  quota: 'Wait until the calls of the source are renewed.'
})
