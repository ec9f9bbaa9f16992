import { engagementOf } from '../charts/engagement.ts'
import type { Takeable } from '../take-away/take.ts'
import { type Compared, postsOf } from './compared.ts'
import { rowGroups } from './rows.ts'

const numbers = rowGroups.flatMap(({ rows }) => rows)
const snakeCase = (name: string) => name.toLowerCase().replace(/\W+/g, '_')

/** The numbers of a comparison to take along, a row for each creator. */
export const takenNumbers = (compared: readonly Compared[]): Takeable => ({
  what: `numbers of ${compared.length} creators`,
  rows: {
    from: 'here',
    columns: ['username', ...numbers.map(({ name }) => snakeCase(name))],
    values: () => compared.map((each) => [each.name, ...numbers.map(({ value }) => value(each))])
  }
})

/** What their charts are drawn of, a row for each post. */
export const takenPosts = (compared: readonly Compared[], figure: () => Element | null): Takeable => ({
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
