import { ApiError } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import { countFields, fieldsWithBits } from '../../engines/history/samples.ts'
import type { HistoryPoint } from '../../engines/history/steps.ts'
import { history, type PostsPoint } from '../../services/history.ts'
import type { Deps } from '../../services/operation.ts'
import { HashtagHistoryRow, PostHistoryRow, SoundHistoryRow, UserHistoryRow } from './history-rows.ts'
import type { RetryingRead } from './pages.ts'
import { ofTheHandle } from './scorecards.ts'
import { challengeOf, type HistoryKind } from './targets.ts'
import type { Walk } from './walk.ts'

/** Rows of each kind. */
export const historyRecords = {
  user: UserHistoryRow,
  post: PostHistoryRow,
  sound: SoundHistoryRow,
  hashtag: HashtagHistoryRow
} as const

/** Unix seconds: `since` is included and `until` is not. Null is an open end. */
export type ExportPeriod = { since: number | null; until: number | null }

export type HistoriesOptions = {
  deps: Deps
  read: RetryingRead
  of: HistoryKind
  /** Ids of posts or sounds, ids or names of hashtags, or handles of creators. */
  keys: AsyncIterable<string>
  period: ExportPeriod
  /** Called for each key without a history; `failed`: their number so far. Null: such a key ends the export. */
  onFailed: ((key: string, reason: string, failed: number) => void) | null
}

/** All points of each object in order, earliest first. */
export const historiesOf = ({ deps, read, of, keys, period, onFailed }: HistoriesOptions): Walk =>
  async function* (from) {
    const done = typeof from?.line === 'number' ? from.line : 0
    let failed = typeof from?.failed === 'number' ? from.failed : 0
    let line = 0
    // Files have no limit of points, unlike answers.
    const unbounded = { ...deps, maxPoints: Number.POSITIVE_INFINITY }
    for await (const key of keys) {
      line += 1
      if (line <= done) continue
      let rows: readonly object[] = []
      try {
        rows = await read((scope) => rowsOf[of](unbounded, scope, key, period))
      } catch (error) {
        if (onFailed === null || !(error instanceof ApiError) || !ofTheHandle.includes(error.code)) throw error
        failed += 1
        onFailed(key, error.message, failed)
      }
      yield { rows, next: { line, failed } }
    }
  }

type HistoryRowsOf = (deps: Deps, scope: Scope, key: string, period: ExportPeriod) => Promise<object[]>

const moment = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000).toISOString())
const range = ({ since, until }: ExportPeriod) => ({ from: moment(since), to: moment(until) })

const countsRow = (fields: readonly string[], { at, source, counts, rounded, negative }: HistoryPoint): object => {
  return {
    at,
    source,
    ...Object.fromEntries(fields.map((field, index) => [field, counts[index] ?? null])),
    rounded: fieldsWithBits(fields, rounded),
    negative: fieldsWithBits(fields, negative)
  }
}

const postsRow = ({ at, source, counts, newPosts }: PostsPoint): object => ({
  at,
  source,
  posts_count: counts[0] ?? null,
  new_posts: newPosts
})

const rowsOf: Readonly<Record<HistoryKind, HistoryRowsOf>> = {
  async user(deps, scope, username, period) {
    const points = await history.user(deps, scope, { username, ...range(period) })
    return points.map((point) => ({ username: username.replace(/^@/, ''), ...countsRow(countFields.users, point) }))
  },
  async post(deps, scope, postId, period) {
    const points = await history.post(deps, scope, { postId, ...range(period) })
    return points.map((point) => ({ post_id: postId, ...countsRow(countFields.posts, point) }))
  },
  async sound(deps, scope, soundId, period) {
    const points = await history.sound(deps, scope, { soundId, ...range(period) })
    return points.map((point) => ({ sound_id: soundId, ...postsRow(point) }))
  },
  async hashtag(deps, scope, key, period) {
    const { challengeId } = await challengeOf(key, deps, scope)
    const points = await history.hashtag(deps, scope, { challengeId, step: 'DAY', ...range(period) })
    return points.map((point) => ({ hashtag_id: challengeId, ...postsRow(point) }))
  }
}
