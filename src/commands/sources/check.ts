import { environment, readConfig } from '../../core/config/config.ts'
import { createLog } from '../../core/log.ts'
import { inOneLine } from '../../core/terminal.ts'
import { loadTable, openLiveSource } from '../../host/live-source.ts'
import { missingIn } from '../../records/missing-fields.ts'
import type { Post } from '../../records/post.ts'
import type { LiveSource } from '../../store/source/live-source.ts'
import { type OperationName, operationNames, rowOf } from '../../store/source/operations.ts'
import { lacking } from '../../store/source/supports.ts'
import type { SourceTable } from '../../store/source/table.ts'

type CheckInput = { isDry: boolean; user: string | null; keyword: string }

/** Known keys for operations: posts that were read provide more. */
type Keys = Record<string, string | undefined>

const scorecard = 'getCreatorScorecard'

/** A line for each of the 24 operations, and one for their cost. */
export async function* checkSource(name: string, input: CheckInput): AsyncGenerator<string, void, undefined> {
  const table = loadTable(name)
  yield `The source ${table.name} at ${table.url}\n\n`
  if (input.isDry) {
    for (const operation of operationNames) yield lineOf(operation, ...declared(table, operation))
    yield lineOf(scorecard, ...ofScorecard(table))
    return
  }
  const config = readConfig({ ...environment(), DATA_URL: `source:${name}` })
  if (config.data.kind !== 'source') return
  let calls = 0
  const source = await openLiveSource(config.data, config, {
    ...{ connections: 4, log: createLog('silent'), now: Date.now, complain: () => {} },
    observe: ({ event }) => {
      if (event === 'call') calls += 1
    }
  })
  try {
    const keys: Keys = { username: input.user ?? undefined, keyword: input.keyword, sort: 'hot' }
    for (const operation of operationNames) {
      const before = calls
      const [state, more] =
        table.operations[operation] === undefined ? declared(table, operation) : await asked(source, operation, keys)
      const cost = calls === before ? '' : `; ${calls - before} ${calls - before === 1 ? 'call' : 'calls'}`
      yield lineOf(operation, state, more + cost)
    }
    yield lineOf(scorecard, ...ofScorecard(table))
    const budget = source.budget()
    const left = budget === null ? '' : `; ${budget.left} of ${budget.limit} are left`
    yield `\n${calls} ${calls === 1 ? 'call was' : 'calls were'} made${left}.\n`
  } finally {
    await source.close()
  }
}

type OperationState = 'works' | 'partly' | 'not' | 'untried'

const lineOf = (name: string, state: OperationState, more: string): string =>
  `${state.padEnd(8)} ${name.padEnd(21)} ${inOneLine(more)}`.trimEnd().concat('\n')

const declared = (table: SourceTable, name: OperationName): [OperationState, string] =>
  table.operations[name] === undefined ? ['not', lacking(table, name).reason] : ['works', 'is in the table']

const ofScorecard = ({ operations }: SourceTable): [OperationState, string] =>
  operations.getUser !== undefined && operations.listUserPosts !== undefined
    ? ['works', 'from getUser and listUserPosts']
    : ['not', 'needs getUser and listUserPosts']

const asked = async (source: LiveSource, name: OperationName, keys: Keys): Promise<[OperationState, string]> => {
  const row = rowOf(name)
  const key = keys[row.takes[0] ?? '']
  if (key === undefined)
    return ['untried', keys.username === undefined ? 'name an account by --user' : `no post named a ${row.takes[0]}`]
  const { signal } = new AbortController()
  try {
    const found =
      'feed' in row
        ? ((await source.page(row.feed, key, { count: 1, after: null }, signal))?.items ?? null)
        : (await source.lookUp(row.lookup, [key], signal))[0]
    if (found instanceof Error) return ['not', found.message]
    if (found === null || found === undefined) return ['untried', `nothing was found for ${key}`]
    const records = (Array.isArray(found) ? found : [found]).filter((element) => typeof element === 'object')
    for (const record of records) learn(keys, record)
    const missing = new Set(records.flatMap(missingIn))
    if (missing.size > 0) return ['partly', `lacks ${[...missing].join(', ')}`]
    return ['works', Array.isArray(found) ? `${found.length} found` : 'found']
  } catch (error) {
    return ['not', error instanceof Error ? error.message : String(error)]
  }
}

const learn = (keys: Keys, found: object): void => {
  // The record may have any kind; fields of other kinds are undefined.
  const record: Partial<Post> & { user_id?: string } = { ...found }
  keys.userId ??= record.user_id
  keys.videoId ??= record.post_id ?? undefined
  keys.soundId ??= record.sound_id ?? undefined
  keys.challengeId ??= record.hashtags?.find(({ id }) => id !== null)?.id ?? undefined
}
