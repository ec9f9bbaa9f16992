import { existsSync, statSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'
import { writableFolder } from './writable-folder.ts'

/** Whether counts that are read from an upstream are recorded, since when, and how much there is. */
export const history = async ({ data, history: options }: Config): Promise<Finding> => {
  const what = 'history'
  if (options === null || data.kind !== 'upstream')
    return { state: 'ok', what, found: 'off: HISTORY names no file to record counts in' }
  const { path, maxBytes, maxDays } = options
  const limits = `at most ${mebibytes(maxBytes)} MiB and ${maxDays} days`
  const [{ foreignAt, openForReading, ownerOf }, { problemOf }] = await Promise.all([
    import('../../store/history/history-file.ts'),
    import('../../store/history/problems.ts')
  ])
  const owner = ownerOf(data.url, options.movedFrom)
  const foreign = foreignAt(path, owner)
  if (foreign !== null) {
    const [problem, todo = 'name another file in HISTORY, or one that does not exist yet.'] = foreign.split('; ')
    return { state: 'wrong', what, found: `${path} cannot record anything: ${problem}`, todo: capitalized(todo) }
  }
  const folder = existsSync(path) ? null : writableFolder(path)
  if (folder !== null) {
    const todo = `Allow this user to write to ${folder}.`
    return { state: 'wrong', what, found: `${path} cannot be made: ${folder} is not writable`, todo }
  }
  if (!existsSync(path)) return { state: 'ok', what, found: `${path} will record counts, ${limits}` }
  try {
    const db = openForReading(path, owner, 1_000)
    try {
      const { began_at, things } =
        db.prepare('SELECT began_at, (SELECT count(*) FROM things) AS things FROM about').get() ?? {}
      const since = new Date(Number(began_at) * 1_000).toISOString().slice(0, 10)
      const size = mebibytes(statSync(path).size)
      return {
        state: 'ok',
        what,
        found: `${path} has recorded ${things} things since ${since} (${size} MiB), ${limits}`
      }
    } finally {
      db.close()
    }
  } catch (error) {
    const [problem = '', todo = 'Correct HISTORY, or move the file away.'] = (
      problemOf(error) || messageOf(error)
    ).split('; ')
    return {
      state: 'wrong',
      what,
      found: `${path} cannot be used: ${problem}`,
      todo: capitalized(todo)
    }
  }
}

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, '')

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
