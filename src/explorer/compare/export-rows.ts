import { engagementOf } from '../charts/engagement.ts'
import type { Exportable } from '../export/export.ts'
import { type Compared, postsOf } from './compared.ts'
import { type Rhythm, weekdays } from './rhythm.ts'
import { rowGroups } from './rows.ts'
import type { Shared } from './shared.ts'

const numbers = rowGroups.flatMap(({ rows }) => rows)
const snakeCase = (name: string) => name.toLowerCase().replace(/\W+/g, '_')

/** The numbers of a comparison for export, a row for each creator. */
export const numberRows = (compared: readonly Compared[]): Exportable => ({
  what: `numbers of ${compared.length} creators`,
  rows: {
    from: 'here',
    columns: ['username', ...numbers.map(({ name }) => snakeCase(name))],
    values: () => compared.map((each) => [each.name, ...numbers.map(({ value }) => value(each))])
  }
})

/** The data of the charts, a row for each post. */
export const postRows = (compared: readonly Compared[], figure: () => Element | null): Exportable => ({
  what: `plays and engagement of ${compared.length} creators`,
  rows: {
    from: 'here',
    columns: ['username', 'post_id', 'created_at', 'plays', 'engagement_rate'],
    values: () =>
      compared.flatMap((each) =>
        postsOf(each).map((post) => [each.name, post.postId, post.createdAt, post.plays, engagementOf(post)])
      )
  },
  figure
})

/** Posts per hour of the week, a row for each hour with posts. */
export const rhythmRows = (
  rhythms: readonly { name: string; rhythm: Rhythm }[],
  { figure, drawing }: Required<Pick<Exportable, 'figure' | 'drawing'>>
): Exportable => ({
  what: `rhythm of ${rhythms.length} creators`,
  rows: {
    from: 'here',
    columns: ['username', 'weekday', 'hour', 'posts'],
    values: () =>
      rhythms.flatMap(({ name, rhythm }) =>
        rhythm.flatMap((counts, day) =>
          counts.flatMap((posts, hour) => (posts === 0 ? [] : [[name, weekdays[day], hour, posts]]))
        )
      )
  },
  figure,
  drawing
})

/** Items that several creators use, a row each with the posts of every creator. */
export const sharedRows = (what: string, shared: readonly Shared[], compared: readonly Compared[]): Exportable => ({
  what: `${what} that ${compared.length} creators share`,
  rows: {
    from: 'here',
    columns: [what, ...compared.map(({ name }) => name)],
    values: () => shared.map(({ text, uses }) => [text, ...uses])
  }
})
