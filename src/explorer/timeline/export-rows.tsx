import type { Exportable } from '../export/export.ts'
import { type Drawn, TimelineDrawing } from './drawing.tsx'
import type { Dot } from './post-loader.ts'

/** Columns named like those of posts. */
const columns = ['post_id', 'created_at', 'plays', 'author_username', 'author_followers'] as const

/** The visible part of the timeline for export: a row for each post, in time order. */
export const timelineRows = (name: string, drawn: Drawn, panel: () => Element | null): Exportable => {
  const { dots, audiences, range } = drawn
  const rowOf = ({ postId, at, plays, username }: Dot) => [
    postId,
    at / 1_000,
    plays,
    username,
    username === null ? null : audiences.get(username)
  ]
  return {
    what: `use over time of ${name}`,
    rows: {
      from: 'here',
      columns,
      values: () => dots.filter(({ at }) => at >= range.from && at <= range.to).map(rowOf)
    },
    figure: panel,
    drawing: () => <TimelineDrawing {...drawn} />
  }
}
